import type { ChartFocus } from '#desktop/renderer/features/chart/chart-focus.ts'
import type { Target, VoteCounts } from '#shared/contract/summary.ts'
import { BAND_RATIOS, DIRECTION_MARKS, DIRECTIONS, type Direction } from '#shared/rules/band.ts'
import { WEEK_MS } from '#shared/rules/time.ts'

/** A point of the chart: epoch ms and USDT. */
export interface Point {
  x: number
  y: number
}

/** The end of a direction's line as a multiple of the reference price. */
const RATIOS: Record<Direction, number> = {
  up: Number(BAND_RATIOS.up),
  steady: 1,
  down: Number(BAND_RATIOS.down),
}

/** A direction as a line from the reference price to its price at the target. */
export interface VoteLine {
  /** Stable from one drawing to the next. */
  key: string
  direction: Direction
  from: Point
  to: Point
  /** Solid for the chosen or viewed direction, else dashed. */
  solid: boolean
  /** Number of votes; null where none is shown. */
  votes: number | null
}

/** ±5 % around a reference price, over the seven days of its round. */
export interface Band {
  xMin: number
  xMax: number
  yMin: number
  yMax: number
}

/** A price as a horizontal line with a tag on the axis, from the start of its round on. */
export interface Level {
  direction: Direction
  from: number
  price: number
}

/** The overlay of the price line. */
export interface Drawing {
  lines: VoteLine[]
  band: Band | null
}

const EMPTY: Drawing = { lines: [], band: null }

/** A round's seven days (epoch ms) and its reference price. */
interface Span {
  start: number
  end: number
  reference: number
}

const bandOf = ({ start, end, reference }: Span): Band => ({
  xMin: start,
  xMax: end,
  yMin: reference * RATIOS.down,
  yMax: reference * RATIOS.up,
})

function lineOf(span: Span, key: string, direction: Direction, solid: boolean): VoteLine {
  const { start, end, reference } = span
  const from = { x: start, y: reference }
  const to = { x: end, y: reference * RATIOS[direction] }
  return { key: `${key} ${direction}`, direction, from, to, solid, votes: null }
}

/** The span of a round; null without a reference price, or when it starts before the chart. */
function spanOf(target: Partial<Target>, oldest: number): Span | null {
  const start = Date.parse(target.refDate ?? '')
  const end = Date.parse(target.targetDate ?? '')
  const isComplete = target.refPrice && start >= oldest && end > start
  return isComplete ? { start, end, reference: Number(target.refPrice) } : null
}

interface Rounds {
  target1: Partial<Target>
  target2: Partial<Target>
}

function roundLines(span: Span, key: string, choice: Direction | null, votes?: VoteCounts) {
  return DIRECTIONS.map((direction) => ({
    ...lineOf(span, key, direction, direction === choice),
    votes: votes?.[direction] ?? null,
  }))
}

/** Both rounds; the live line of `choice` is solid. */
function drawRounds({ target1, target2 }: Rounds, choice: Direction | null, oldest: number) {
  const closed = spanOf(target1, oldest)
  const live = spanOf(target2, oldest)
  const lines = [
    ...(closed ? roundLines(closed, 'closed', null, target1.votes) : []),
    ...(live ? roundLines(live, 'live', choice, target2.votes) : []),
  ]
  return { lines, band: live && bandOf(live) }
}

/** One vote, from seven days before its target. `unknown` has no line, only the band. */
function drawVote(focus: Extract<ChartFocus, { kind: 'view' }>, oldest: number): Drawing {
  const end = Date.parse(focus.targetTime)
  const start = end - WEEK_MS
  if (!focus.refPrice || !(start >= oldest)) return EMPTY
  const span = { start, end, reference: Number(focus.refPrice) }
  const { choice } = focus
  const lines = choice === 'unknown' ? [] : [lineOf(span, 'vote', choice, true)]
  return { lines, band: bandOf(span) }
}

/** The overlay for `focus` over a chart whose oldest displayed candle is at `oldest` (epoch ms). */
export function getDrawing(focus: ChartFocus, rounds: Rounds | undefined, oldest: number): Drawing {
  if (focus.kind === 'view') return drawVote(focus, oldest)
  if (!rounds) return EMPTY
  const choice = focus.kind === 'write' && focus.choice !== 'unknown' ? focus.choice : null
  return drawRounds(rounds, choice, oldest)
}

/** +5 %, reference and −5 % of the live round or of the viewed vote's; empty without a reference price. */
export function getLevels(focus: ChartFocus, live: Partial<Target> | undefined): Level[] {
  const span =
    focus.kind === 'view'
      ? { start: Date.parse(focus.targetTime) - WEEK_MS, price: focus.refPrice }
      : { start: Date.parse(live?.refDate ?? ''), price: live?.refPrice ?? null }
  const { start, price } = span
  if (price === null || Number.isNaN(start)) return []
  return DIRECTIONS.map((direction) => ({
    direction,
    from: start,
    price: Number(price) * RATIOS[direction],
  }))
}

/** The prices of a line at both ends of its part within `[from, to]`; none if it has no such part. */
export function segmentWithin({ from: a, to: b }: VoteLine, from: number, to: number): number[] {
  const [left, right] = [Math.max(a.x, from), Math.min(b.x, to)]
  if (left > right) return []
  const at = (x: number) => a.y + ((x - a.x) / (b.x - a.x)) * (b.y - a.y)
  return [at(left), at(right)]
}

/** Whether the viewed vote has a reference price but starts before the oldest displayed candle. */
export function startsBeforeChart(focus: ChartFocus, oldest: number): boolean {
  if (focus.kind !== 'view' || focus.refPrice === null) return false
  return Date.parse(focus.targetTime) - WEEK_MS < oldest
}

/** The label at the end of a line: its shape and, where `counts` are shown, its votes. */
export function lineLabel({ direction, votes }: VoteLine, counts: boolean): string {
  const shape = DIRECTION_MARKS[direction]
  return counts && votes !== null ? `${shape} ${votes}` : shape
}
