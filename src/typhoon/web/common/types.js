/**
 * What the server sends, as far as the pages use it.
 *
 * @typedef {{side: string, phase: string, prompt: string, turn: number, case?: string, part?: string}} Decision
 * @typedef {{plain?: string[], moves?: Record<string, Record<string, number>>, attacks?: Record<string, string[]>,
 *   together?: Record<string, string[]>, movers?: Record<string, string[]>, places?: {units: string[], hexes: string[]}[],
 *   forces?: string[][], marches?: Record<string, number>}} Offers
 * @typedef {{side: string, points: number, text: string, case: string}} Score
 * @typedef {{level: string, winner: string, points: Record<string, number>, reason: string}} Result
 * @typedef {{game: string, scenario: string, side: string, turn: number, date: string, phase: string,
 *   decision: Decision | null, offers: Offers | null, scores: Score[], result: Result | null,
 *   position: Record<string, any>, orders_given: number, last_turn: number}} View
 * @typedef {{unit: string, hex: string, side: string, type: string, formation: string, look: string,
 *   badges: string[], second_side?: boolean, values?: {text: string}[]}} Face
 * @typedef {{id: string, title: string, columns: string[], rows: string[][], current: number, pinned?: boolean}} Panel
 * @typedef {{id: string, title: string, case: string, pinned?: boolean, lines?: boolean}} OverlayName
 * @typedef {{side: string, label: string, hexes: string[], tone?: string}} Shade
 * @typedef {{hexes: string[], text: string, case: string}} Line
 * @typedef {{text: string, kind: string, case?: string, units?: string[], hexes?: string[], dice?: number[],
 *   hits?: number[]}} LogLine
 * @typedef {{n: number, order: string, side: string, turn: number, lines: LogLine[]}} LogEntry
 * @typedef {{player: string, connected?: boolean, name?: string, yours?: boolean, side?: string, title?: string,
 *   about?: string}} SeatFacts
 * @typedef {{id: string, game: string, scenario: string, title: string, mode: string, paused?: boolean,
 *   seats: Record<string, SeatFacts>, result: Result | null,
 *   team?: {id: string, side: string, title: string, case: string} | null}} TableFacts
 * @typedef {{n: number, side: string, name: string, text: string, at: string}} ChatLine
 * @typedef {{type: "state", n: number, table: TableFacts, side: string, seat: string, acting: string[], view: View, faces: Face[],
 *   looks: Record<string, string>, panels: Panel[], overlays: OverlayName[], log: LogEntry[], logFrom: number,
 *   undo: string | null, takeback: {by: string, to: number} | null, thinking: string | null,
 *   chat: ChatLine[], last: [string, string][] | null, front: [string, string][] | null, cast: Face[], orders?: number}} State
 * @typedef {{case: string, text: string, order?: string}} Ruling
 * @typedef {{value: number, text: string, case: string}} Modifier
 * @typedef {{result: string, chance: number, dice: number[], text: string}} Outcome
 * @typedef {{kind: "warnings", texts: string[]}} WarningsPreview
 * @typedef {{kind: "move", path: string[], costs: number[], left: number, stops: boolean, counted_in: string}} MovePreview
 * @typedef {{kind: "combat", target: string, attack: number, defense: number, column: string,
 *   modifiers: Modifier[], outcomes: Outcome[], columns: Outcome[], attack_from: number, attack_to: number,
 *   defense_from: number, defense_to: number}} CombatPreview
 * @typedef {{round: number, won: number, lost: number, losses: number}} Round
 * @typedef {{kind: "forecast", target: string, path: string[], costs: number[], left: number, modifiers: Modifier[],
 *   foes: Outcome[], rounds: Round[], pocket: number, breakout: number | null, wins_game: boolean}} Forecast
 * @typedef {WarningsPreview | MovePreview | CombatPreview | Forecast} Preview
 * @typedef {{type: "reply", id: string, ok: boolean, n?: number, ruling?: Ruling | null, error?: string | null,
 *   preview?: Preview | null, line?: Line | null, lines?: Record<string, Line> | null,
 *   overlay?: {id: string, title: string, case: string, shades: Shade[]} | null,
 *   hint?: {order: string, text: string} | null,
 *   luck?: LuckRow[] | null, chat?: ChatLine[] | null, destinations?: Record<string, number> | null}} Reply
 * @typedef {{side: string, about: string, battles: number, expected: number, realised: number, text: string}} LuckRow
 *
 * @typedef {{id: string, title: string, about: string}} Scenario
 * @typedef {{id: string, title: string, choices: string[], case: string}} Option
 * @typedef {{id: string, side: string, title: string, case: string, roles: {id: string, title: string, about: string}[]}} Team
 * @typedef {{id: string, title: string, line: string, sides: string[], scenarios: Scenario[],
 *   options: Option[], teams?: Team[], status: string}} CatalogueEntry
 * @typedef {{x: number, y: number, terrain: string, name: string}} HexFacts
 * @typedef {{side: string, identity: string, formation: string, type: string, strength?: number, movement?: number}} UnitFacts
 * @typedef {{title: string, summary: string}} CaseFacts
 * @typedef {{id: string, title: string, sides: string[], inks: Record<string, number>, map: any, hexes: Record<string, HexFacts>, hexRadius: number,
 *   units: Record<string, UnitFacts>, formations: any, sequence: string[], cases: Record<string, CaseFacts>,
 *   lastTurn: number, dates: string[], scenes: Record<string, string>, concede: boolean, lines: boolean, secondSide: string,
 *   verbs: Record<string, string>, labels: Record<string, string>, badges: Record<string, string>, extents: Record<string, string[] | null>}} GameFacts
 * @typedef {{id: string, game: string, scenario: string, title: string, turn: number, date: string, phase: string,
 *   mode: string,
 *   seats: Record<string, SeatFacts>, toAct: string | null, result: string | null, orders: number, updated: string}} TableRow
 */

export {};
