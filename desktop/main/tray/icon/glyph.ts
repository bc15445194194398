import type { Direction } from '#shared/rules/band.ts'
import { UNITS } from './paint.ts'
import { both, circle, grown, line, type Point, polygon, type Shape } from './shape.ts'

const at = (x: number, y: number): Point => ({ x, y })

/** Brings a length to whole pixels of a square of `size`, so that straight edges are sharp. */
export function snapped(length: number, size: number): number {
  return (Math.round((length * size) / UNITS) * UNITS) / size
}

function triangle(tip: number, base: number): Shape {
  const corners = [at(8, tip), at(13.7, base), at(2.3, base)]
  return grown(polygon(tip < base ? corners : corners.toReversed()), 0.7)
}

function square(size: number): Shape {
  const near = snapped(2.8, size)
  const far = UNITS - near
  return polygon([at(near, near), at(far, near), at(far, far), at(near, far)])
}

/** The mark of a direction on a square of `size` pixels: ▲ ■ ▼, and a disc for none. */
export function glyph(direction: Direction | 'none', size: number): Shape {
  if (direction === 'up') return triangle(2.9, snapped(12.8, size) - 0.7)
  if (direction === 'down') return triangle(13.1, snapped(3.2, size) + 0.7)
  return direction === 'steady' ? square(size) : circle(at(8, 8), 5.8)
}

/** A dash across the middle of a square of `size` pixels. */
export function dash(size: number): Shape {
  const half = Math.max(1, Math.round((1.1 * size) / UNITS)) * (UNITS / size)
  return polygon([at(4.5, 8 - half), at(11.5, 8 - half), at(11.5, 8 + half), at(4.5, 8 + half)])
}

/** Where the mark of a price that cannot be trusted fully sits. */
export const BADGE: Point = at(12.5, 12.5)

/** A small cross in the badge's place: cut off from the server. */
export function cross(width: number): Shape {
  const { x, y } = BADGE
  const arm = 2.1
  return both(
    line(at(x - arm, y - arm), at(x + arm, y + arm), width),
    line(at(x - arm, y + arm), at(x + arm, y - arm), width),
  )
}
