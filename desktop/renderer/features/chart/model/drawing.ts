import type { ChartFocus } from '#desktop/renderer/features/chart/chart-focus.ts'
import type { Target, VoteCounts } from '#shared/contract/summary.ts'
import { DIRECTIONS, type Direction } from '#shared/rules/band.ts'
import { WEEK_MS } from '#shared/rules/schedule.ts'
import type { Point } from './point.ts'

/** Where a call of this direction ends, as a multiple of the reference price. */
const RATIOS: Record<Direction, number> = { up: 1.05, steady: 1, down: 0.95 }

/** A call as a line from the reference to where the price would stand at the target. */
export interface CallLine {
  /** The same line keeps its key from one drawing to the next. */
  key: string
  direction: Direction
  from: Point
  to: Point
  /** The chosen or viewed one is solid, the others are dashed. */
  solid: boolean
  /** Votes for it; null where there is nothing to count. */
  votes: number | null
}

/** The band within ±5 % of a reference, over its seven days. */
export interface Band {
  xMin: number
  xMax: number
  yMin: number
  yMax: number
}

/** What is drawn beside the price. */
export interface Drawing {
  lines: CallLine[]
  band: Band | null
}

const NOTHING: Drawing = { lines: [], band: null }

interface Window {
  start: number
  end: number
  reference: number
}

const bandOf = ({ start, end, reference }: Window): Band => ({
  xMin: start,
  xMax: end,
  yMin: reference * RATIOS.down,
  yMax: reference * RATIOS.up,
})

function lineOf(window: Window, key: string, direction: Direction, solid: boolean): CallLine {
  const { start, end, reference } = window
  const from = { x: start, y: reference }
  const to = { x: end, y: reference * RATIOS[direction] }
  return { key: `${key} ${direction}`, direction, from, to, solid, votes: null }
}

/** The window of a round; null when the chart does not reach back to it or it has no reference. */
function windowOf(target: Partial<Target>, oldest: number): Window | null {
  const start = Date.parse(target.refDate ?? '')
  const end = Date.parse(target.targetDate ?? '')
  const isKnown = target.refPrice && start >= oldest && end > start
  return isKnown ? { start, end, reference: Number(target.refPrice) } : null
}

interface Rounds {
  target1: Partial<Target>
  target2: Partial<Target>
}

function roundLines(window: Window, key: string, choice: Direction | null, votes?: VoteCounts) {
  return DIRECTIONS.map((direction) => ({
    ...lineOf(window, key, direction, direction === choice),
    votes: votes?.[direction] ?? null,
  }))
}

/** Both rounds; of the live one the line of `choice` is solid. */
function drawRounds({ target1, target2 }: Rounds, choice: Direction | null, oldest: number) {
  const closed = windowOf(target1, oldest)
  const live = windowOf(target2, oldest)
  const lines = [
    ...(closed ? roundLines(closed, 'closed', null, target1.votes) : []),
    ...(live ? roundLines(live, 'live', choice, target2.votes) : []),
  ]
  return { lines, band: live && bandOf(live) }
}

/** One vote, from seven days before its target. `unknown` names no line: only the band is drawn. */
function drawVote(focus: Extract<ChartFocus, { kind: 'view' }>, oldest: number): Drawing {
  const end = Date.parse(focus.targetTime)
  const start = end - WEEK_MS
  if (!focus.refPrice || !(start >= oldest)) return NOTHING
  const window = { start, end, reference: Number(focus.refPrice) }
  const { choice } = focus
  const lines = choice === 'unknown' ? [] : [lineOf(window, 'vote', choice, true)]
  return { lines, band: bandOf(window) }
}

/** What `focus` draws over a chart whose oldest displayed point is at `oldest` (epoch ms). */
export function drawingOf(focus: ChartFocus, rounds: Rounds | undefined, oldest: number): Drawing {
  if (focus.kind === 'view') return drawVote(focus, oldest)
  if (!rounds) return NOTHING
  const choice = focus.kind === 'write' && focus.choice !== 'unknown' ? focus.choice : null
  return drawRounds(rounds, choice, oldest)
}

/** Whether a vote with a reference is looked at that began before the oldest displayed point. */
export function isBeyond(focus: ChartFocus, oldest: number): boolean {
  if (focus.kind !== 'view' || focus.refPrice === null) return false
  return Date.parse(focus.targetTime) - WEEK_MS < oldest
}
