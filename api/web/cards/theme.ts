import type { VoteChoice } from '#shared/rules/band.ts'
import { box, type CardElement, canvas, shape } from './element.ts'

/** Size that chats show whole, in pixels. */
export const CARD_SIZE = { width: 1200, height: 630 } as const
/** Pixels between the edge and the content. */
export const MARGIN = 64

/** The dark theme of the interface; a test compares them with `tokens.css`. */
export const COLORS = {
  page: '#0c1116',
  surface: '#141b22',
  sunken: '#0f151b',
  line: '#25303a',
  'line-strong': '#44525f',
  text: '#e7eef5',
  'text-soft': '#a2b1bf',
  up: '#6ba7ff',
  steady: '#4fc58c',
  down: '#ff827b',
  unknown: '#9aa9b6',
  good: '#4fc58c',
  bad: '#ff8f87',
} as const

/** `--steady-tint` on the surface: the band of ±5 %. */
export const BAND = '#1a2e2e'

/** In a box of 1 × 1. */
const MARKS = {
  up: [
    [0.5, 0.08],
    [0.96, 0.92],
    [0.04, 0.92],
  ],
  steady: [
    [0.1, 0.1],
    [0.9, 0.1],
    [0.9, 0.9],
    [0.1, 0.9],
  ],
  down: [
    [0.04, 0.08],
    [0.96, 0.08],
    [0.5, 0.92],
  ],
} as const

/** The shape of a direction, `size` pixels high. */
export function mark(choice: VoteChoice, size: number): CardElement {
  if (choice === 'unknown') {
    return box({ fontSize: size, fontWeight: 700, color: COLORS.unknown, lineHeight: 1 }, '??')
  }
  const points = MARKS[choice].map(([x, y]) => `${x * size},${y * size}`).join(' ')
  return box(
    { width: size, height: size, position: 'relative' },
    canvas(size, size, shape('polygon', { points, fill: COLORS[choice] })),
  )
}
