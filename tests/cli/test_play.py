"""`typhoon play`: a game by a scripted pipe."""

from __future__ import annotations

import os
import re
import subprocess
import sys

import pytest

import typhoon
from typhoon.cli.pieces import pieces
from typhoon.cli.telling import reported, voice
from typhoon.engine.journal import parse_journal
from typhoon.engine.registry import find_rules
from typhoon.engine.report import Report, ReportLine, ReportPart
from typhoon.players import RandomPlayer

HOT_SEAT = ("play", "red-typhoon", "--soviet", "me", "--german", "me", "--seed", 3)


def script(*lines: str) -> str:
    return "".join(line + "\n" for line in lines)


def orders_in(path) -> list[str]:
    return [str(entry.order) for entry in parse_journal(path.read_text(encoding="utf-8")).entries]


def answer(out: str, line: str) -> str:
    """What came after a line was typed, up to the next prompt."""
    return out.partition(f"> {line}\n")[2].partition("> ")[0]


def test_orders_are_carried_out_and_told(run, tmp_path):
    path = tmp_path / "game.journal"
    ran = run(*HOT_SEAT, "--save", path, stdin=script("activate NW", "move S-A-01 2504-2404", "end", "quit"))
    assert ran.status == 0
    assert (
        "Turn 1 of 9, 5 Jan 1942 | soviet movement | AP soviet 10, german 0 | VP soviet 0, german 11"
        in ran.out
    )
    assert "Northwestern Front receives orders to move; 9 AP left." in ran.out
    # Ostashkov is 2506: 2504 lies two hexes north of it, 2404 beside 2505 in the column to the west.
    way = "from 2 hexes north of Ostashkov to 2 hexes northwest of Ostashkov"
    assert f"1st Northwestern Rifle Group moves {way} for 4 MP." in ran.out.replace("\n  ", " ")
    assert "The Soviet combat phase." in ran.out
    assert orders_in(path) == ["activate NW", "move S-A-01 2504-2404", "end"]


def test_a_move_needs_only_its_end(run, tmp_path):
    path = tmp_path / "game.journal"
    run(*HOT_SEAT, "--save", path, stdin=script("activate NW", "move S-A-01 2404", "quit"))
    assert orders_in(path) == ["activate NW", "move S-A-01 2504-2404"]


def test_choices_by_number(run, tmp_path):
    path = tmp_path / "game.journal"
    ran = run(*HOT_SEAT, "--save", path, stdin=script("2", "unit S-B-01", "1", "99", "quit"))
    assert "2 activate K" in ran.out
    assert "1st Kalinin Rifle Group (S-B-01) 6-4 infantry, Kalinin Front in 3113 (Staritsa)" in answer(
        ran.out, "unit S-B-01"
    )
    assert "no number 99" in answer(ran.out, "99")
    first, second = orders_in(path)
    assert first == "activate K"
    assert second.startswith("move S-B-01 3113-")


def test_why_and_refusals_change_nothing(run, tmp_path):
    path = tmp_path / "game.journal"
    lines = script(
        *("activate NW", "why move S-B-01 3113-3112", "why move S-A-01 2404"),
        *("move S-B-01 3112", "dance", "move S-A-01", "unit Rokossovsky", "quit"),
    )
    ran = run(*HOT_SEAT, "--save", path, stdin=lines)
    refusal = "1st Kalinin Rifle Group cannot move: Kalinin Front has no movement orders (12.3)"
    assert refusal in answer(ran.out, "why move S-B-01 3113-3112").replace("\n", " ")
    assert "is legal" in answer(ran.out, "why move S-A-01 2404")
    assert refusal in answer(ran.out, "move S-B-01 3112").replace("\n", " ")
    assert "'dance' is not an order" in answer(ran.out, "dance")
    assert "incomplete" in answer(ran.out, "move S-A-01")
    assert "no unit 'Rokossovsky'" in answer(ran.out, "unit Rokossovsky")
    assert orders_in(path) == ["activate NW"]


def test_undo(run, tmp_path):
    path = tmp_path / "game.journal"
    lines = script("activate NW", "activate K", "undo", "undo", "undo", "activate B", "quit")
    ran = run(*HOT_SEAT, "--save", path, stdin=lines)
    assert "Taken back: activate K" in ran.out
    assert "Taken back: activate NW" in ran.out
    assert "Cannot undo: nothing has been done yet." in ran.out
    assert orders_in(path) == ["activate B"]


def test_previews(run):
    lines = script(
        "activate NW",
        "preview move S-A-01 2404",
        "end",
        "activate K",
        "attacks",
        "preview attack 2811 S-B-06 S-B-07",
    )
    ran = run(*HOT_SEAT, stdin=lines)
    assert "2504 - 2505 (2) - 2404 (4)" in answer(ran.out, "preview move S-A-01 2404")
    attacks = answer(ran.out, "attacks")
    assert "2811 (3 hexes northwest of Staritsa): 6th Infantry Division (G-6-ID) 4-5 infantry" in attacks
    assert "attack 2811 S-B-06 S-B-07 S-B-08 S-B-12  [15 to 8, 1:1 +1]" in attacks
    battle = answer(ran.out, "preview attack 2811 S-B-06 S-B-07")
    assert "8 attack 8 in the hex 3 hexes northwest of Staritsa: column 1:1" in battle
    assert "+2 Soviet surprise attack (9.9)" in battle
    assert "-1 defender in woods (9.8)" in battle


def test_looking_around(run):
    lines = script(
        "map Rzhev", "map 3113", "map Berlin", "stack 2811", "stack 9999", "score", "log 1", "help", "units"
    )
    ran = run(*HOT_SEAT, stdin=lines)
    assert "/2715" in answer(ran.out, "map Rzhev")
    assert "\\Rzhev" in answer(ran.out, "map Rzhev")
    assert "S2:10" in answer(ran.out, "map 3113"), "two units of strengths 6 and 4 stand in Staritsa"
    assert "no hex, town or unit 'Berlin'" in answer(ran.out, "map Berlin")
    assert "110th Infantry Division (G-110-ID) 4-5 infantry, 9th Army" in answer(ran.out, "stack 2811")
    assert "no hex '9999'" in answer(ran.out, "stack 9999")
    assert "german   +3  Vyazma (4.4)" in answer(ran.out, "score")
    assert "to be expected: Soviet by " in answer(ran.out, "score")
    assert answer(ran.out, "log 1").strip().startswith("The Soviet movement phase.")
    assert "undo" in answer(ran.out, "help")
    assert "No unit" in answer(ran.out, "units")


def test_the_report_of_a_turn(run):
    """The Soviets do nothing on turn 1; then a German division takes Ostashkov, which nobody holds."""
    taking = ("activate 9", "move G-9A-battle-group 2509-2506")
    lines = script("report", "end", "end", "report", *taking, "report 2", "report x")
    ran = run(*HOT_SEAT, stdin=lines)
    assert "No turn is over yet" in answer(ran.out, "report")
    nothing = ran.out.split("> report\n")[2].partition("> ")[0]
    assert "Turn 1, 5 Jan 1942: the Soviet side (1 of 2)" in nothing
    won = answer(ran.out, "report 2")
    assert "Places\n    We take Ostashkov." in won
    assert "'x' is no number of a turn" in answer(ran.out, "report x")


def test_setting_up_by_hand(run, tmp_path):
    """The Germans set up first; thousands of places are not listed, those of one unit are."""
    path = tmp_path / "game.journal"
    lines = script("unit G-253-ID", "place G-253-ID 2308", "deploy", "deploy")
    ran = run(*HOT_SEAT, "--scenario", "flexible", "--save", path, stdin=lines)
    assert "place: 13" in ran.out
    assert "place G-253-ID 2308" in answer(ran.out, "unit G-253-ID")
    assert "253rd Infantry Division is set up southeast of Peno." in ran.out
    assert [entry.side for entry in parse_journal(path.read_text()).entries] == ["german", "german", "soviet"]
    assert "| soviet movement |" in ran.out


def test_a_warning_before_too_many_stay_in_a_hex(run, tmp_path):
    """Three Soviet units may not end in one hex; the first `end` warns, the second goes ahead."""
    path = tmp_path / "game.journal"
    crowd = script("activate K", "move S-B-08 2911-2912", "move S-B-12 2911-2912", "end", "end", "quit")
    ran = run(*HOT_SEAT, "--save", path, stdin=crowd)
    assert ran.out.count("holds too many units") == 1
    assert "once more" in ran.out
    assert orders_in(path)[-1] == "end"


def test_the_end_of_the_pipe_saves_and_tells_how_to_go_on(run, tmp_path):
    ran = run(*HOT_SEAT, stdin=script("activate NW"))
    assert ran.status == 0
    (path,) = (tmp_path / "data" / "typhoon").glob("red-typhoon-fixed-*.journal")
    assert f"Go on with: typhoon play red-typhoon --resume {path} --soviet me --german me" in ran.out
    assert orders_in(path) == ["activate NW"]


def test_nothing_done_is_nothing_saved(run, tmp_path):
    ran = run(*HOT_SEAT, stdin="")
    assert ran.status == 0
    assert not (tmp_path / "data").exists()


def test_save_and_resume(run, tmp_path):
    path = tmp_path / "a game.journal"
    ran = run(
        *HOT_SEAT, "--save", tmp_path / "end", stdin=script("activate NW", f"save {path}", "activate K")
    )
    assert f"Saved to {path}" in ran.out
    assert orders_in(path) == ["activate NW"]
    resume = "play", "red-typhoon", "--resume", path, "--german", "me", "--soviet", "me"
    ran = run(*resume, stdin=script("activate NW", "move S-A-01 2404", "quit"))
    assert "(12.5)" in answer(ran.out, "activate NW"), "its orders were in the file"
    assert orders_in(path) == ["activate NW", "move S-A-01 2504-2404"]
    typhoon.load(path.read_text(encoding="utf-8"), verify=True)


def test_a_place_that_cannot_be_written(run, tmp_path):
    ran = run(*HOT_SEAT, stdin=script("save", f"save {tmp_path}/no/such/place"))
    assert "save FILE" in answer(ran.out, "save")
    assert "Not saved" in ran.out


def test_computer_players_move_by_themselves(run, tmp_path):
    path = tmp_path / "game.journal"
    argv = "play", "red-typhoon", "--german", "random", "--seed", 3, "--save", path
    ran = run(*argv, stdin=script("end", "end"))
    assert ran.status == 0
    sides = [entry.side for entry in parse_journal(path.read_text()).entries]
    assert sides[:2] == ["soviet", "soviet"]
    assert "german" in sides[2:]
    assert "Turn 2 of 9" in ran.out, "the German player turn was played out"
    again = run(*argv, stdin=script("end", "end"))
    assert again.out == ran.out, "the same seed, the same game"


def test_computers_alone_play_to_the_end(run, tmp_path):
    path = tmp_path / "game.journal"
    ran = run("play", "red-typhoon", "--german", "random", "--soviet", "random", "--seed", 1, "--save", path)
    assert ran.status == 0
    assert "The game is over" in ran.out
    assert f"typhoon replay {path}" in ran.out
    assert typhoon.load(path.read_text(), verify=True).result is not None


@pytest.mark.parametrize(
    ("argv", "words"),
    [
        (["blue-typhoon"], ["blue-typhoon"]),
        (["red-typhoon", "--scenario", "loose"], ["loose", "fixed"]),
        (["red-typhoon", "--option", "mud=deep"], ["mud"]),
        (["red-typhoon", "--german", "rommel"], ["rommel", "random"]),
        (["red-typhoon", "--resume", "nowhere.journal"], ["nowhere.journal"]),
        (["red-typhoon", "--seconds", "-1"], ["--seconds -1", "time to think"]),
    ],
)
def test_wrong_input(run, argv, words):
    assert run("play", *argv).complains(*words)


@pytest.mark.parametrize(
    ("sides", "mine"),
    [((), "soviet"), (("--german", "random"), "soviet"), (("--soviet", "random"), "german")],
)
def test_whoever_gives_a_side_away_plays_the_other(run, tmp_path, sides, mine):
    path = tmp_path / "game.journal"
    ran = run("play", "red-typhoon", *sides, "--seed", 3, "--save", path, stdin=script("quit"))
    assert f"You play the {mine} side." in ran.out


def test_computer_players_are_given_their_time(run, monkeypatch):
    left = []
    choose = RandomPlayer.choose

    def timed(self, seat):
        left.append(seat.thinking.left)
        return choose(self, seat)

    monkeypatch.setattr(RandomPlayer, "choose", timed)
    ran = run(
        "play", "red-typhoon", "--german", "random", "--seed", 3, "--seconds", 90, stdin="end\nend\nquit\n"
    )
    assert ran.status == 0
    assert left
    assert all(89 < seconds <= 90 for seconds in left)


def test_games_that_cannot_be_resumed(run, opening, tmp_path):
    resume = "play", "red-typhoon", "--resume", opening
    assert run(*resume, "--scenario", "fixed").complains("--scenario")
    text = opening.read_text()
    opening.write_text("".join(line + "\n" for line in text.splitlines() if not line.startswith("dice")))
    assert run(*resume, "--german", "random").complains(str(opening), "dice key")


def test_in_a_process_of_its_own(tmp_path):
    path = tmp_path / "game.journal"
    ran = subprocess.run(
        [sys.executable, "-m", "typhoon", *map(str, HOT_SEAT), "--save", str(path)],
        input=script("activate NW", "map", "quit"),
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=60,
        env={**os.environ, "PYTHONIOENCODING": "ascii"},
    )
    assert ran.returncode == 0, ran.stderr
    assert ran.stderr == ""
    assert "^" in ran.stdout, "woods, on a terminal that has only plain characters"
    assert orders_in(path) == ["activate NW"]


SOLITAIRE = ("play", "typhoon-solitaire", "--seed", 3)


def test_the_solitaire_game_needs_no_opponent(run, tmp_path):
    path = tmp_path / "game.journal"
    lines = (
        "deploy",
        "forces",
        "force PG4-2-Pz PG4-11-Pz",
        "marches",
        "attacks",
        "halt",
        "end",
        "quit",
    )
    ran = run(*SOLITAIRE, "--save", path, stdin=script(*lines))
    assert ran.status == 0
    assert "You play the german side." in ran.out
    assert "Turn 1 of 8, 1-7 Oct 1941 | set-up | VP 0" in ran.out
    assert "1627: PG4-2-Pz 7 PG4-11-Pz 7 PG4-3-Mot 5" in answer(ran.out, "forces")
    assert "1726!" in answer(ran.out, "marches")
    assert "march 1726 (4 hexes east of Roslavl) (3): " in answer(ran.out, "attacks")
    assert "could still move" in answer(ran.out, "end")
    assert "Turn 2 of 8" in ran.out
    assert orders_in(path) == ["deploy", "force PG4-11-Pz PG4-2-Pz", "halt", "end"]


def test_a_battle_at_the_terminal(run):
    lines = ("deploy", "force PG4-2-Pz", "preview march 1726", "march 1726", "stack 1726", "tracks", "quit")
    ran = run(*SOLITAIRE, stdin=script(*lines))
    forecast = answer(ran.out, "preview march 1726")
    assert "16.7%" in forecast
    assert "by round 1: won" in forecast
    assert "Soviet force 4 hexes east of Roslavl (open)" in answer(ran.out, "march 1726")
    assert "2nd Panzer Division (PG4-2-Pz) 7 armor, Panzer Group 4" in answer(ran.out, "stack 1726")
    assert "Pocket hexes" in answer(ran.out, "tracks")


def strict_game(path, chit: str) -> None:
    """Operation Typhoon: a German regiment, 4 strong, stands next to a Soviet division with some chit."""
    units = {
        "339/167/53": {"hex": "C3424", "chit": "G2-4"},
        "299/50": {"hex": "C3425", "chit": chit},
        "53/2PzA": "C3020",
    }
    game = typhoon.build(
        "operation-typhoon", turn=6, phase="german combat", units=units, supported=["53/2PzA"],
        air={"german": 0, "soviet": 0}, options={"intelligence": "strict"}, seed=1,
    )  # fmt: skip
    path.write_text(str(game.journal), encoding="utf-8")


def test_the_terminal_shows_one_side_what_it_may_know(run, tmp_path):
    """Its own strengths, the enemy's in combat (8.44), and of a strict table no more on record."""
    path, lines = tmp_path / "strict.journal", script("stack C3424", "stack C3425", "log 3", "tracks")
    sides = ("--german", "me", "--soviet", "me")
    outs = []
    for chit in ("S1-2", "S1-6"):
        strict_game(path, chit)
        outs.append(run("play", "operation-typhoon", "--resume", path, *sides, stdin=lines).out)
    assert outs[0] == outs[1]
    assert "Turn 6 of 16, 20 Nov 1941 | german combat" in outs[0]
    assert "339th Infantry Regiment (339/167/53) 4-4 infantry, LIII Corps" in answer(outs[0], "stack C3424")
    assert "299th Rifle Division (299/50) ?-5 infantry, 50th Army" in answer(outs[0], "stack C3425")
    strict_game(path, "S1-2")
    attack = script("attack C3425 339/167/53", "end", "log 9")
    ran = run("play", "operation-typhoon", "--resume", path, *sides, "--seed", "1", stdin=attack)
    assert "southeast of Zaokskoye: 4 to 2 is 2-1; dice" in answer(ran.out, "end").replace("\n ", "")
    assert "southeast of Zaokskoye: 4 to ?; dice" in answer(ran.out, "log 9").replace("\n ", "")


def test_orders_are_taken_back_whatever_they_revealed(run, tmp_path):
    """It stays on record, unless the game was begun without take-backs past dice."""
    path = tmp_path / "kept.journal"
    orders = script("activate NW", "move S-A-01 2404", "end", "activate NW", "attack 2403 S-A-01", "takeback")
    sides = ("--soviet", "me", "--german", "me", "--seed", "1942", "--save", path)
    ran = run("play", "red-typhoon", *sides, stdin=orders)
    assert "Order 5 was taken back, after 1 die had fallen." in answer(ran.out, "takeback")
    text = path.read_text()
    assert "  die combat: 6\n\ntakeback to 4\n" in text
    assert typhoon.load(text).takebacks == 1
    ran = run("play", "red-typhoon", *sides, "--takebacks", "before-dice", stdin=orders)
    assert "nothing is taken back past dice" in answer(ran.out, "takeback")
    assert typhoon.load(path.read_text()).takebacks == 0


def test_a_game_that_was_saved_goes_on_under_another_key(run, tmp_path):
    """Whoever has the file has the key: the dice to come must not follow from it."""
    path, sides = tmp_path / "kept.journal", ("--soviet", "me", "--german", "me")
    run("play", "red-typhoon", *sides, "--save", path, stdin=script("activate NW"))
    keys = re.findall("dice key: (.*)", path.read_text())
    assert len(keys) == 1
    more = script("end", f"save {tmp_path / 'midway.journal'}", "end")
    run("play", "red-typhoon", *sides, "--resume", path, stdin=more)
    later = re.findall("dice key: (.*)", path.read_text())
    assert later[0] == keys[0] and len(set(later)) == 3
    assert typhoon.load(path.read_text()).journal.unchecked == ""


# Sharing a side

TEAM = (*SOLITAIRE, "--team", "north-south")
DEPLOYED = ("deploy", "role north")


def test_each_of_a_team_gives_the_orders_of_its_own_formations(run, tmp_path):
    path = tmp_path / "game.journal"
    lines = script(*DEPLOYED, "force PG4-10-Pz", "role south", "force PG4-10-Pz", "halt", "quit")
    ran = run(*TEAM, "--save", path, stdin=lines)
    assert "north: North, 9th Army, Panzer Group 3 and 4th Army" in ran.out
    refusal = ran.out.partition("german/north> force PG4-10-Pz\n")[2].partition("> ")[0]
    assert "this is for South to order (1.4)" in refusal
    assert orders_in(path) == ["deploy", "force PG4-10-Pz", "halt"]
    assert "--team north-south" in ran.out.splitlines()[-1]


def test_who_has_nothing_to_order_is_not_asked(run):
    """While a southern force marches, it is for the south alone to order; then both may."""
    lines = script(*DEPLOYED, "role south", "force PG4-10-Pz", "role north", "halt", "role north", "quit")
    ran = run(*TEAM, stdin=lines)
    assert "North has nothing to order now: german/south has." in ran.out
    assert "german/south> halt" in ran.out
    assert "german/north> quit" in ran.out


def test_what_is_listed_is_for_whoever_is_at_the_keyboard(run):
    ran = run(*TEAM, stdin=script(*DEPLOYED, "forces", "role south", "forces", "quit"))
    north = ran.out.partition("german/north> forces\n")[2].partition("> ")[0]
    south = ran.out.partition("german/south> forces\n")[2].partition("> ")[0]
    assert "PG3-1-Pz" in north
    assert "PG4-10-Pz" not in north
    assert "PG4-10-Pz" in south


@pytest.mark.parametrize(
    ("given", "words"),
    [
        (("typhoon-solitaire", "--team", "armies"), "has no team 'armies'; there are: north-south"),
        (
            ("typhoon-solitaire", "--team", "two-sides", "--option", "losses=system"),
            "goes with losses=player",
        ),
        (("typhoon-solitaire", "--team", "north-south", "--german", "staff"), "people share the german side"),
        (("red-typhoon", "--team", "north-south"), "there are: none"),
    ],
)
def test_teams_that_cannot_be(run, given, words):
    assert run("play", *given).complains(words)


def test_roles_that_there_are_not(run):
    ran = run(*TEAM, stdin=script("role east", "quit"))
    assert "Team north-south has no role 'east'; there are: north, south." in ran.out
    ran = run(*SOLITAIRE, stdin=script("role north", "quit"))
    assert "Nobody shares a side" in ran.out


REVISION = ("play", "operation-typhoon-revision", "--scenario", "campaign", "--bid", "--seed", 3)


def test_the_higher_bid_plays_the_germans(run):
    ran = run(*REVISION, "--german", "me", "--soviet", "me", stdin=script("many", "4", "9", "quit"))
    assert ran.status == 0
    assert "a bid is a whole number from -60 to 60, not 'many'." in ran.out
    assert "Whoever took the german side bids +4." in ran.out
    assert "Whoever took the soviet side bids +9." in ran.out
    assert "The german side changes hands." in ran.out


def test_bidding_against_the_computer(run):
    ran = run(*REVISION, stdin=script("60", "quit"))
    assert "The german side changes hands." in ran.out
    assert "You play the german side." in ran.out


def test_where_nobody_bids(run):
    ran = run("play", "red-typhoon", "--bid", stdin="")
    assert (ran.status, "red-typhoon knows bidding in no game" in ran.err) == (2, True)
    ran = run(*REVISION, stdin="")
    assert "--bid: there was no bid to read" in ran.err


def test_works_are_told_in_words(run):
    """What the page draws as signs."""
    game = ("play", "operation-typhoon-revision", "--scenario", "campaign", "--german", "me", "--seed", 3)
    ran = run(*game, stdin=script("deploy", "fortify", "stack B2704", "map B2704", "quit"))
    assert "B2704 (Vereya), town, minor strongpoint" in answer(ran.out, "stack B2704")
    around = answer(ran.out, "map B2704").replace("\n  ", " ")
    assert "minor strongpoint in B2704; minor strongpoint in B2706; fortification in B2807" in around


def test_counters_below_are_told_in_words():
    """What the page draws as their backs."""
    units = dict.fromkeys(("331/167/53", "339/167/53", "315/167/53"), "C1423")
    game = typhoon.build(
        "operation-typhoon-revision", scenario="guderian", turn=4, phase="german movement", units=units
    )
    (top,) = pieces(game, "soviet")
    assert str(top).endswith(", 2 units below, unseen")
    assert len(pieces(game, "german")) == 3


NONOP = ("play", "typhoon-nonop", "--german", "me", "--soviet", "me", "--seed", 3)


def test_a_proposal_is_told_before_it_is_taken(run, tmp_path):
    path = tmp_path / "game.journal"
    ran = run(*NONOP, "--save", path, stdin=script("propose", "end", "quit"))
    assert answer(ran.out, "propose").count("is placed") == 6
    assert "Beware: 6 supply points would be lost (B6.13)" in answer(ran.out, "end")
    assert "Saved" not in ran.out, "nothing has been ordered yet"


def test_what_is_laid_over_the_map_can_be_read(run):
    ran = run(
        *NONOP,
        stdin=script(
            "overlays", "overlay command", "overlay mud", "line G-V-5-ID", "line X", "tracks", "quit"
        ),
    )
    assert "Command ranges (22.2.2)" in answer(ran.out, "overlays")
    # Thirteen Non-Op HQs, of range four; HQs 22 and 29 are operational.
    assert "Range of operational HQs: " in answer(ran.out, "overlay command")
    assert "There is no overlay 'mud'" in answer(ran.out, "overlay mud")
    assert "5th Infantry Division: " in answer(ran.out, "line G-V-5-ID")
    assert "Of 'X' there is no line" in answer(ran.out, "line X")
    tracks = answer(ran.out, "tracks")
    assert "are our own." in tracks
    assert re.search(r"20th Army HQ +2 hexes southwest of Dorogobuzh +Non-Op +. +0 of 1 +R2: 20 %", tracks)


def test_pieces_that_are_no_units_take_orders_too(run):
    lines = ("propose", "propose", "propose", "propose", "unit G-Ju88-1", "fly G-Ju88-1 N1820", "end", "quit")
    ran = run(*NONOP, stdin=script(*lines))
    told = answer(ran.out, "unit G-Ju88-1")
    assert "1st Ju 88 Group (G-Ju88-1) 2-1-2 air, off the map" in told
    assert "`fly G-Ju88-1 HEX` in any of 3647 hexes" in told
    assert "1st Ju 88 Group is sent over the hex 4 hexes northwest of Safonovo." in ran.out


def test_many_losses_are_told_in_short():
    """Fifteen rifle divisions, five brigades, a division of the Guards and, twice, one German division."""
    soviet = [*(f"S-RD-{n:02}" for n in range(1, 16)), *(f"S-B-{n:02}" for n in range(1, 6)), "S-GD-2"]
    lines = [ReportLine(f"{unit} is eliminated.", 1, "soviet", (), (unit,)) for unit in soviet]
    lines += [ReportLine("PG4-2-Pz is eliminated.", 1, "german", (), ("PG4-2-Pz",))] * 2
    parts = [ReportPart("losses", "Losses", lines)]
    report = Report(1, 1, "german", 1, "Turn 1: the German side", 0, 9, True, parts, 0)
    told = list(reported(report, voice(find_rules("typhoon-solitaire"))))
    assert told[2:] == [
        "    Soviet: Rifle Division ×15, Brigade ×5, 2nd Guards Division.",
        "    German: 2nd Panzer Division ×2.",
    ]
    report.parts[0].lines[20:] = []
    told = list(reported(report, voice(find_rules("typhoon-solitaire"))))
    assert len(told) == 22 and told[2] == "    Rifle Division No. 1 is eliminated."
