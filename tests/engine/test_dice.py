"""Dice: made from a key, fair, checkable, and the same whatever else is rolled."""

import hashlib
from collections import Counter
from random import Random

import pytest

from typhoon.engine.dice import DiceError, GivenDice, KeyedDice, draw

KEY = bytes(range(32))


def rolled(dice, label: str, sides: int = 6) -> int:
    return dice.throw(label, sides, 1)[0]


def sha(data: bytes) -> bytes:
    return hashlib.sha256(data).digest()


def by_the_book(key: bytes, label: str, sides: int) -> int:
    return throw_by_the_book(key, label, sides, 1)[0]


def throw_by_the_book(key: bytes, label: str, sides: int, count: int) -> list[int]:
    """The same dice from the bare hash: HMAC by its two pads, then the stream, byte by byte."""
    block_key = key + bytes(32)
    inner = sha(bytes(b ^ 0x36 for b in block_key) + label.encode())
    stream_key = sha(bytes(b ^ 0x5C for b in block_key) + inner)
    dice, number, highest = [], 0, 256 // sides * sides
    while len(dice) < count:
        stream = sha(stream_key + bytes(7) + bytes([number]))
        dice += [1 + byte % sides for byte in stream if byte < highest]
        number += 1
    return dice[:count]


def test_a_roll_can_be_made_again_from_the_bare_hash():
    rng = Random(1)
    for roll in range(2_000):
        key, sides = rng.randbytes(32), rng.randint(2, 20)
        assert draw(key, f"combat|{roll}|0", sides) == by_the_book(key, f"combat|{roll}|0", sides)


def test_a_throw_of_several_dice_reads_on_in_the_same_stream():
    rng = Random(3)
    for throw in range(500):
        key, sides, count = rng.randbytes(32), rng.randint(2, 20), rng.randint(1, 80)
        label = f"fire PG3-1-Pz|{throw}|0"
        dice = KeyedDice(key).throw(label, sides, count)
        assert dice == throw_by_the_book(key, label, sides, count)
        assert dice[0] == draw(key, label, sides)
        assert GivenDice(dice, key=key).throw(label, sides, count) == dice


def test_a_changed_die_in_a_throw_is_found_and_nothing_is_taken():
    dice = KeyedDice(KEY).throw("fire|1|0", 6, 7)
    dice[4] = dice[4] % 6 + 1
    given = GivenDice(dice, key=KEY)
    with pytest.raises(DiceError, match="die fire shows"):
        given.throw("fire|1|0", 6, 7)
    assert given.rolls == dice
    with pytest.raises(DiceError, match="no die is given for fire"):
        GivenDice([1, 2]).throw("fire|1|0", 6, 3)


def test_a_die_of_many_sides_passes_over_whole_blocks():
    """Of 129 sides half of the bytes are too high to be fair; long runs of them do come."""
    rng = Random(2)
    for roll in range(300):
        key = rng.randbytes(32)
        assert draw(key, f"{roll}", 129) == by_the_book(key, f"{roll}", 129)
    assert {draw(KEY, str(n), 256) for n in range(5_000)} == set(range(1, 257))


@pytest.mark.parametrize("sides", [1, 0, -6, 257, 1_000])
def test_no_die_has_fewer_than_two_sides_or_more_than_a_byte_can_tell(sides):
    with pytest.raises(DiceError, match=f"^a die has 2 to 256 sides, not {sides}$"):
        draw(KEY, "combat|1|0", sides)


def chi_square(rolls: list[int], sides: int) -> float:
    expected = len(rolls) / sides
    counts = Counter(rolls)
    assert set(counts) == set(range(1, sides + 1))
    return sum((count - expected) ** 2 / expected for count in counts.values())


def test_sixty_thousand_rolls_are_fair():
    """For five degrees of freedom only one fair die in a thousand exceeds 20.5."""
    dice = KeyedDice.from_seed("fair")
    rolls = [rolled(dice, f"combat|{n}|0", 6) for n in range(60_000)]
    assert chi_square(rolls, 6) < 20.5
    pairs = [(a - 1) * 6 + b for a, b in zip(rolls[::2], rolls[1::2], strict=True)]
    # One fair pair of dice in a thousand exceeds 66.6.
    assert chi_square(pairs, 36) < 66.6


@pytest.mark.parametrize("sides", range(2, 21))
def test_dice_of_other_sides_are_fair(sides):
    """Bounds by Wilson and Hilferty for one in ten thousand."""
    dice = KeyedDice.from_seed("other sides")
    freedom = sides - 1
    bound = freedom * (1 - 2 / (9 * freedom) + 3.719 * (2 / (9 * freedom)) ** 0.5) ** 3
    assert chi_square([rolled(dice, f"weather|{n}|0", sides) for n in range(6_000)], sides) < bound


def test_a_roll_does_not_hang_on_the_rolls_before_it():
    labels = [
        f"{purpose}|{order}|{n}" for purpose in ("combat", "partisans") for order in range(40) for n in (0, 1)
    ]
    dice = KeyedDice(KEY)
    once = {label: rolled(dice, label, 6) for label in labels}
    Random(3).shuffle(labels)
    assert {label: rolled(dice, label, 6) for label in labels} == once
    assert {label: rolled(KeyedDice(KEY), label, 6) for label in labels[:20]}.items() <= once.items()


def test_purposes_orders_and_keys_have_rolls_of_their_own():
    def rolls(key: bytes, label: str) -> list[int]:
        return [draw(key, label.format(n)) for n in range(200)]

    streams = [
        rolls(KEY, "combat|{}|0"),
        rolls(KEY, "combat|{}|1"),
        rolls(KEY, "partisans|{}|0"),
        rolls(bytes(32), "combat|{}|0"),
    ]
    for i, one in enumerate(streams):
        for other in streams[i + 1 :]:
            same = sum(a == b for a, b in zip(one, other, strict=True))
            # A sixth of 200 is 33; the spread is five.
            assert 13 <= same <= 54


def test_the_commitment_is_the_hash_of_the_key():
    assert KeyedDice(bytes(32)).commitment == (
        "66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925"
    )
    assert KeyedDice(KEY).commitment == sha(KEY).hex()


def test_a_seed_gives_the_same_key_again_and_no_seed_a_new_one():
    assert KeyedDice.from_seed(1942).key == sha(b"typhoon seed 1942")
    assert KeyedDice.from_seed("1942").key == KeyedDice.from_seed(1942).key
    assert KeyedDice.from_seed(1941).key != KeyedDice.from_seed(1942).key
    assert len({KeyedDice.from_seed(None).key for _ in range(20)}) == 20


@pytest.mark.parametrize("length", [0, 31, 33, 64])
def test_a_key_of_another_length_is_refused(length):
    with pytest.raises(DiceError, match=f"^a dice key has 32 bytes, not {length}$"):
        KeyedDice(bytes(length))


def test_given_dice_come_in_the_order_they_are_given():
    dice = GivenDice([3, 1, 6])
    assert [
        rolled(dice, "combat|1|0", 6),
        rolled(dice, "combat|2|0", 6),
        rolled(dice, "partisans|3|0", 6),
    ] == [
        3,
        1,
        6,
    ]


def test_given_dice_that_run_out_say_what_they_were_needed_for():
    dice = GivenDice([2])
    rolled(dice, "combat|1|0", 6)
    with pytest.raises(DiceError, match=r"^no die is given for partisans$"):
        rolled(dice, "partisans|9|0", 6)


@pytest.mark.parametrize(("value", "sides"), [(0, 6), (7, 6), (-1, 6), (5, 4)])
def test_a_given_die_shows_one_of_its_faces_and_is_kept_when_it_does_not(value, sides):
    dice = GivenDice([value])
    with pytest.raises(DiceError, match=f"^a die for combat shows 1 to {sides}, not {value}$"):
        rolled(dice, "combat|1|0", sides)
    assert dice.rolls == [value]
