/**
 * What the server sends and takes.
 *
 * Made from the server's own types by `python -m typhoon.server.webtypes`: change those.
 */

/**
 * What can be said of a game without loading it.
 * @typedef {{id: string, title: string, sides: string[], scenarios: Scenario[], options: Option[], status: string,
 *   line: string, teams: Team[], place: number, bidding: Bidding | null, presets: Preset[]}} About
 */

/** @typedef {{text: string, met: boolean, hex: string}} AimFacts */

/**
 * How a game went turn by turn, as far as that has been worked out.
 * @typedef {{running: boolean, may_start: boolean, thought: number, whole: boolean, turns: Turn[]}} AnalysisFacts
 */

/**
 * How a game that is over went turn by turn; the host can start and stop to have it worked out.
 * @typedef {{type: "analysis", action?: "look" | "start" | "stop"}} AskAnalysisRequest
 */

/**
 * The game as a whole, when it is over: points by turn, what turned it, losses, battles.
 * @typedef {{type: "history"}} AskHistoryRequest
 */

/**
 * What came of a turn of a side, by its number; by itself that of the last one that is over.
 * @typedef {{type: "report", number?: number | null}} AskReportRequest
 */

/**
 * The game as one file that opens in any browser, when it is over or has no secrets.
 * @typedef {{type: "share"}} AskShareRequest
 */

/**
 * Attacks on targets, by their names.
 * @typedef {{form: Form, targets: Record<string, Target>}} AttacksOffer
 */

/**
 * A plan held against the one that was followed.
 * @typedef {{phase: string, orders: string[], gain: number, error: number, start: number, words: string[],
 *   followed: string[], hexes: string[], open_gain: number | null, mark: string, plain: number, plain_error: number,
 *   rounds: number, steps: number}} Better
 */

/**
 * Somebody who bids for a side before the game.
 * @typedef {{player: string, title: string, yours: boolean, named: boolean}} BidderFacts
 */

/**
 * How players bid: the higher bid takes a side, and becomes an option of the game.
 * @typedef {{side: string, option: string, scenarios: string[], case: string, about: string,
 *   options: Record<string, string>}} Bidding
 */

/**
 * A table at which bids are awaited: what everybody may know, which is no bid.
 * @typedef {{type: "bidding", id: string, title: string, scenario: string, mode: string, side: string, least: number,
 *   most: number, case: string, about: string, bidders: Record<string, BidderFacts>}} BiddingFacts
 */

/**
 * One screen about a scenario, in the words of the game.
 * @typedef {{game: string, title: string, scenario: string, name: string, situation: string, winning: string[],
 *   first: Record<string, string>, special: string[], length: string, turns: number, sides: string[],
 *   guided: boolean}} Briefing
 */

/** @typedef {{title: string, summary: string}} CaseFacts */

/** @typedef {{n: number, side: string, name: string, text: string, at: string}} ChatLine */

/**
 * Say something to everyone at the table; what spectators say only spectators hear.
 * @typedef {{type: "chat", text: string}} ChatRequest
 */

/**
 * A combat that has been declared, with the air points on either side.
 * @typedef {{target: string, hexes: string[], units: string[], air: number, cover: number, closed: string[]}}
 *   CombatFacts
 */

/**
 * An attack worked out up to the die.
 * @typedef {{kind: "combat", target: string, attack: number, defense: number, column: string, modifiers: Modifier[],
 *   outcomes: Outcome[], columns: Outcome[], attack_from: number, attack_to: number, defense_from: number,
 *   defense_to: number, terms: Term[], notes: string[]}} CombatPreview
 */

/**
 * Who must choose now, and about what.
 * @typedef {{side: string, phase: string, prompt: string, turn: number, case: string, part: string,
 *   declining: string}} Decision
 */

/**
 * Where units could go together, were they chosen, with the movement points it takes.
 * @typedef {{type: "destinations", units: string[], verb?: string}} DestinationsRequest
 */

/**
 * What everybody may know of the dice of a table.
 * @typedef {{kind: string, text: string, commitments: string[], seats: Record<string, string>, opened: string[],
 *   awaited: string[], anew: number, takebacks: string, taken_back: number}} DiceFacts
 */

/**
 * An arrow on the map.
 * @typedef {{kind: string, hexes: string[]}} Drawn
 */

/**
 * A small position, an order as arrows on it, and what the rules say to that.
 * @typedef {{say: string, ruling: string, faces: Face[], arrows: Drawn[]}} ExampleFacts
 */

/**
 * The examples of a game by their cases, with the pictures of their counters.
 * @typedef {{examples: Record<string, ExampleFacts>, looks: Record<string, string>}} ExamplesFacts
 */

/**
 * An experiment of the lab, and how far it has come.
 * @typedef {{name: string, title: string, problem: string, done: number, total: number, broken: number,
 *   figure: string, at_work: "" | "report" | "run", rate: number, has_report: boolean, said: string}} ExperimentRow
 */

/**
 * A counter on the map; its picture goes by the id ``look``.
 * @typedef {{unit: string, hex: string, side: string, type: string, formation: string, size: string, left: string,
 *   right: string, values: Value[], second_side: boolean, badges: string[], look: string}} Face
 */

/**
 * The force on the march, with the movement points that it has left.
 * @typedef {{units: string[], mp: number}} ForceFacts
 */

/**
 * Groups of units of which any part may form a force.
 * @typedef {{form: Form, march: Form, groups: string[][]}} ForcesOffer
 */

/**
 * A battle whose defenders are not known before it begins, worked out to its end.
 * @typedef {{kind: "forecast", target: string, path: string[], costs: number[], left: number, modifiers: Modifier[],
 *   foes: Outcome[], rounds: Round[], pocket: number, breakout: number | null, wins_game: boolean}} Forecast
 */

/**
 * How orders of one kind are written.
 * @typedef {{verb: string, label: string, about: string, text: string, waiting: string, sorts: boolean}} Form
 */

/** @typedef {{formation: string, side: string, name: string}} FormationFacts */

/**
 * An attack and how it came out, as far as whoever is told of it may know.
 * @typedef {{side: string, hexes: string[], units?: string[], defenders?: string[], odds?: string,
 *   modifiers?: string[], dice?: number[], result?: string, text?: string, luck?: number | null}} Fought
 */

/**
 * Everything that stays the same while a game is played under one law.
 * @typedef {{id: string, title: string, sides: string[], inks: Record<string, number>, board: string, map: MapFacts,
 *   hexRadius: number, hexes: Record<string, HexFacts>, extent: string[] | null, units: Record<string, UnitFacts>,
 *   formations: Record<string, FormationFacts>, sequence: string[], cases: Record<string, CaseFacts>,
 *   scenes: Record<string, string>, forms: Record<string, Form>, die: number, provenance: string, secondSide: string,
 *   badges: Record<string, string>, signs: Record<string, SignFacts>, lines: boolean, concede: boolean,
 *   guided: boolean, lastTurn: number, turns: Record<string, number>, dates: string[]}} GameFacts
 */

/**
 * The ground that was won between the beginning and the end, beside history.
 * @typedef {{won: Record<string, string[]>, towns: Town[], day: string}} Ground
 */

/**
 * A guide as a client follows it; the table is opened like any other.
 * @typedef {{game: string, scenario: string, side: string, seed: number, steps: StepFacts[]}} GuideFacts
 */

/**
 * A hex, with its centre in the drawing.
 * @typedef {{x: number, y: number, terrain: string, name: string}} HexFacts
 */

/** @typedef {{order: OrderOffer, text: string, reason: string, intent: string[]}} HintFacts */

/**
 * What the staff would do.
 * @typedef {{type: "hint"}} HintRequest
 */

/**
 * @typedef {{sides: string[], turns: TurnMark[], moments: Moment[], battles: Moment[],
 *   attacks: Record<string, number>, level: string, winner: string, ground: Ground}} History
 */

/**
 * An order and what came of it; number 0 is what happened before the first.
 * @typedef {{n: number, order: string, side: string, turn: number, lines: LogLine[]}} LogEntry
 */

/**
 * An event as a sentence, with what it speaks of.
 * @typedef {{text: string, kind: string, case?: string, units?: string[], hexes?: string[], dice?: number[],
 *   hits?: number[], part?: "" | "advance" | "arrival" | "battle" | "departure" | "loss" | "move" | "news" | "place" |
 *    "retreat" | "step", way?: string[], fought?: Fought | null}} LogLine
 */

/**
 * How lucky each side was in its attacks.
 * @typedef {{type: "luck"}} LuckRequest
 */

/** @typedef {{side: string, about: string, battles: number, expected: number, realised: number, text: string}} LuckRow */

/**
 * @typedef {{title: string, season: string, top: string, kmPerHex: number, width: number, height: number,
 *   scale: number}} MapFacts
 */

/**
 * Where the force on the march may go, with the movement points it takes.
 * @typedef {{form: Form, goals: Record<string, number>}} MarchesOffer
 */

/**
 * A die-roll modifier or column shift, with its reason.
 * @typedef {{value: number, text: string, case: string, key: string, possible: boolean}} Modifier
 */

/**
 * An order that changed what could be expected of the game.
 * @typedef {{n: number, turn: number, text: string, swing: number, side: string, hexes: string[],
 *   luck: number | null}} Moment
 */

/**
 * The way a unit would take and what it costs.
 * @typedef {{kind: "move", path: string[], costs: number[], left: number, stops: boolean, counted_in: string,
 *   notes: string[]}} MovePreview
 */

/**
 * In which way a unit has moved, and the movement points that it has left.
 * @typedef {{moved: string, left: number}} MovedFacts
 */

/**
 * Units that may move in one of several ways; where to, is told on request.
 * @typedef {{form: Form, units: string[]}} MoversOffer
 */

/**
 * Units that may move.
 * @typedef {{form: Form, goals: Record<string, Record<string, number>>}} MovesOffer
 */

/**
 * Tell the others one's name.
 * @typedef {{type: "name", name: string}} NameRequest
 */

/**
 * A game to be opened, or with ``journal`` one to be gone on with.
 * @typedef {{game?: string, scenario?: string | null, options?: Record<string, string>,
 *   seats?: Record<string, string>, team?: string | null, mode?: "local" | "remote", seed?: number | string | null,
 *   takebacks?: "any" | "before-dice", journal?: string | null, to?: number | null, study?: string, title?: string,
 *   bidding?: boolean}} NewTable
 */

/**
 * An offer to take back the orders after number ``to``.
 * @typedef {{by: string, to: number}} Offer
 */

/**
 * All legal orders of a decision.
 * @typedef {{plain?: OrderOffer[], barred?: OrderOffer[], moves?: MovesOffer | null, movers?: MoversOffer[],
 *   attacks?: AttacksOffer | null, places?: PlacesOffer[], forces?: ForcesOffer | null, marches?: MarchesOffer | null,
 *   shares?: SharesOffer | null}} Offers
 */

/**
 * A table that was opened, with the links to its seats; they are told only once.
 * @typedef {{id: string, token: string, tokens: Record<string, string>, links: Record<string, string>, watch: string,
 *   commitment: string}} Opened
 */

/**
 * A choice made before play; the first of the choices is the normal one.
 * @typedef {{id: string, title: string, choices: string[], case: string, about: string,
 *   numbers: [number, number] | null, brings: string, turns: string[]}} Option
 */

/**
 * One order, and what it is about: its fields under their own names.
 * @typedef {{text: string, verb: string, label: string, unit?: string, units?: string[] | null, hex?: string,
 *   path?: string[], target?: string, points?: number | null, sentence?: string, words?: Record<string, string>}}
 *   OrderOffer
 */

/**
 * Give an order; ``n`` is the number of orders in the state the client has seen.
 * @typedef {{type: "order", n: number, order: string}} OrderRequest
 */

/**
 * A result and its chance.
 * @typedef {{result: string, chance: number, dice: number[], text: string,
 *   suffers: "" | "attacker" | "both" | "defender"}} Outcome
 */

/**
 * An overlay with its hexes.
 * @typedef {{id: string, title: string, case: string, pinned: boolean, lines: boolean, shades: Shade[]}} OverlayFacts
 */

/** @typedef {{id: string, title: string, case: string, pinned: boolean, lines: boolean}} OverlayName */

/**
 * A track or table beside the map.
 * @typedef {{id: string, title: string, columns: string[], rows: string[][], current: number, pinned: boolean,
 *   above: number}} Panel
 */

/**
 * Stop computer players, or let them go on, so many seconds an order.
 * @typedef {{type: "pause", paused: boolean, pace?: number | null}} PauseRequest
 */

/**
 * Units that may be placed alike: each in any of the hexes but the one it is in.
 * @typedef {{form: Form, units: string[], hexes: string[]}} PlacesOffer
 */

/**
 * A choice of many options at once; ``preset=ID`` chooses it, and what is named besides goes over it.
 * @typedef {{id: string, title: string, about: string, options: Record<string, string>}} Preset
 */

/**
 * What an order would lead to, were it given now or after another that takes no dice.
 * @typedef {{type: "preview", order: string, after?: string | null}} PreviewOrderRequest
 */

/**
 * The answer to a request.
 * @typedef {{type: "reply", id: string, ok: boolean, n: number, error?: string | null, ruling?: RulingFacts | null,
 *   preview?: Warnings | MovePreview | CombatPreview | Forecast | null, destinations?: Record<string, number> | null,
 *   line?: SupplyLine | null, lines?: Record<string, SupplyLine> | null, overlay?: OverlayFacts | null,
 *   hint?: HintFacts | null, luck?: LuckRow[] | null, report?: ReportFacts | null, history?: History | null,
 *   share?: string | null, analysis?: AnalysisFacts | null, chat?: ChatLine[] | null}} Reply
 */

/**
 * What came of the turn of one side.
 * @typedef {{number: number, of: number, side: string, turn: number, title: string, start: number, end: number,
 *   over: boolean, parts: ReportPart[], moved: number}} Report
 */

/**
 * The report of a turn, with the counters of units that are not on the map.
 * @typedef {{report: Report | null, cast: Face[], looks: Record<string, string>}} ReportFacts
 */

/**
 * One thing to know, and where.
 * @typedef {{text: string, n: number, side?: string, hexes?: string[], units?: string[], case?: string,
 *   fought?: Fought | null}} ReportLine
 */

/** @typedef {{id: string, title: string, lines: ReportLine[]}} ReportPart */

/**
 * How a game ended.
 * @typedef {{level: string, winner: string, points: Record<string, number>, reason: string}} Result
 */

/**
 * A share in the command of a side.
 * @typedef {{id: string, title: string, about: string}} Role
 */

/**
 * How a battle stands after so many rounds, as far as can be told beforehand.
 * @typedef {{round: number, won: number, lost: number, losses: number}} Round
 */

/** @typedef {{case: string, text: string, order: string}} RulingFacts */

/**
 * What was said before line ``before`` of the chat, a page of it.
 * @typedef {{type: "said", before: number}} SaidRequest
 */

/**
 * A way to begin a game; games derive from it what their scenarios change.
 * @typedef {{id: string, title: string, about: string}} Scenario
 */

/**
 * Victory points and what they come from.
 * @typedef {{side: string, points: number, text: string, case: string, key: string}} Score
 */

/**
 * A place at the table: a side's, or that of a role in a team.
 * @typedef {{player: string, name: string, connected: boolean, yours: boolean, side: string, title: string,
 *   about: string}} SeatFacts
 */

/**
 * One's own part of the dice key: commit to its SHA-256, open it when all have, or begin anew.
 * @typedef {{type: "secret", action: "anew" | "commit" | "open", value?: string}} SecretRequest
 */

/**
 * Some hexes of an overlay, in the colour of a side.
 * @typedef {{side: string, label: string, hexes: string[], tone: "" | "bad" | "good" | "poor"}} Shade
 */

/**
 * Points to be divided, all of them, among names.
 * @typedef {{form: Form, share: string, names: string[], points: number}} SharesOffer
 */

/**
 * A unit's line of communications.
 * @typedef {{type: "line", unit: string}} ShowLineRequest
 */

/**
 * The lines of communications of all one's own units.
 * @typedef {{type: "lines"}} ShowLinesRequest
 */

/**
 * An overlay with its hexes.
 * @typedef {{type: "overlay", overlay: string}} ShowOverlayRequest
 */

/**
 * What a sign in a hex means, its picture, and where it lies there.
 * @typedef {{text: string, picture: string, x: number, y: number}} SignFacts
 */

/**
 * The table as one seat sees it.
 * @typedef {{type: "state", n: number, table: TableFacts, side: string, seat: string, acting: string[],
 *   view: TableView, faces: Face[], looks: Record<string, string>, panels: Panel[], signs: Record<string, string[]>,
 *   overlays: OverlayName[], log: LogEntry[], logFrom: number, undo: string | null, takeback: Offer | null,
 *   thinking: string | null, thought: number, intent: string[], chat: ChatLine[], last: [string, string][],
 *   front: [string, string][] | null, cast: Face[], orders: number | null}} State
 */

/**
 * A step for a client, with its orders taken apart.
 * @typedef {{say: string, why: string, orders: OrderOffer[], hexes: string[]}} StepFacts
 */

/**
 * A study for a client.
 * @typedef {{name: string, game: string, title: string, about: string, goal: string, side: string, turn: number,
 *   difficulty: "easy" | "hard" | "medium", solved: number, tries: number}} StudyFacts
 */

/**
 * The study that a table was opened for, and how it stands.
 * @typedef {{facts: StudyFacts, verdict: Verdict}} StudyState
 */

/**
 * A line over the map, such as a line of communications, or why there is none.
 * @typedef {{hexes: string[], text: string, case: string}} SupplyLine
 */

/**
 * @typedef {{id: string, game: string, scenario: string, facts: string, title: string, mode: string,
 *   seats: Record<string, SeatFacts>, result: Result | null, dice: DiceFacts, paused: boolean, team: TeamFacts | null,
 *   bids: Record<string, number> | null, study: StudyState | null}} TableFacts
 */

/**
 * A table in the lobby's list.
 * @typedef {{id: string, game: string, scenario: string, title: string, mode: string, turn: number, date: string,
 *   phase: string, seats: Record<string, SeatFacts>, toAct: string | null, result: string | null, orders: number,
 *   updated: string}} TableRow
 */

/**
 * The view of a side without its snapshot; of that it tells what cannot be seen from the counters.
 * @typedef {{game: string, rules: number, scenario: string, options: Record<string, string>, side: string,
 *   turn: number, last_turn: number, date: string, phase: string, decision: Decision | null, offers: Offers | null,
 *   scores: Score[], forecast: string, result: Result | null, orders_given: number, combats: CombatFacts[],
 *   force: ForceFacts | null, gained: string[], moved: Record<string, MovedFacts>}} TableView
 */

/**
 * Ask the other side to let one's last order be taken back, or answer such an offer.
 * @typedef {{type: "takeback", action: "accept" | "offer" | "refuse", to: number}} TakeBackRequest
 */

/**
 * What may be attacked at once, and by whom.
 * @typedef {{hexes: string[], units: string[], together?: string[]}} Target
 */

/**
 * A way for several people to share a side.
 * @typedef {{id: string, side: string, title: string, roles: Role[], case: string, options: Record<string, string>}}
 *   Team
 */

/**
 * How people share a side.
 * @typedef {{id: string, side: string, title: string, case: string}} TeamFacts
 */

/**
 * What a unit brings into a combat, and how that is worked out.
 * @typedef {{unit: string, attacks: boolean, printed: string, counts: string, why: string, case: string}} Term
 */

/**
 * A place of which we know who held it in 1941 and 1942.
 * @typedef {{name: string, hexes: string[], holder: string, then: string}} Town
 */

/**
 * The turn of one side.
 * @typedef {{turn: number, side: string, start: number, before: number, after: number, luck: number, dice: number,
 *   spread: number, plans: Better[], mark: string}} Turn
 */

/**
 * How the game stood when a turn ended, or with the last one when it was over.
 * @typedef {{turn: number, date: string, points: Record<string, number>, margin: number,
 *   lost: Record<string, number>}} TurnMark
 */

/**
 * Take back order ``n``, which must be the last and one's own, where nothing was revealed.
 * @typedef {{type: "undo", n: number}} UndoRequest
 */

/**
 * A counter; what a game does not print on its counters is empty.
 * @typedef {{side: string, type: string, name: string, short: string, formation: string, strength: number | null,
 *   movement: number | null, groups: Record<string, string>}} UnitFacts
 */

/**
 * A figure on a counter; ``white`` figures stand on a dark ground, others on a light one.
 * @typedef {{text: string, white: boolean}} Value
 */

/**
 * How a study stands.
 * @typedef {{status: "missed" | "open" | "reached", aims: AimFacts[]}} Verdict
 */

/**
 * What a player should know before giving the order.
 * @typedef {{kind: "warnings", texts: string[], unused: string[], plan: boolean}} Warnings
 */

/**
 * Why an order may not be given, now or after another that takes no dice.
 * @typedef {{type: "why", order: string, after?: string | null}} WhyRequest
 */

/**
 * Anything that is asked over a connection, but for its id.
 * @typedef {OrderRequest | PreviewOrderRequest | WhyRequest | DestinationsRequest | UndoRequest | ShowOverlayRequest |
 *   ShowLineRequest | ShowLinesRequest | HintRequest | TakeBackRequest | SecretRequest | ChatRequest | SaidRequest |
 *   PauseRequest | NameRequest | LuckRequest | AskReportRequest | AskHistoryRequest | AskShareRequest |
 *   AskAnalysisRequest} Asked
 */

export {};
