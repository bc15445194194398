/**
 * A shape as its signed distance: how far a point is from the edge, negative inside. Lengths are
 * those of a square of 16 units, whose y grows downwards.
 */
export type Shape = (x: number, y: number) => number

export interface Point {
  x: number
  y: number
}

const clamp = (value: number) => Math.min(1, Math.max(0, value))

export function circle({ x: cx, y: cy }: Point, radius: number): Shape {
  return (x, y) => Math.hypot(x - cx, y - cy) - radius
}

/** A line with round ends. */
export function line(from: Point, to: Point, width: number): Shape {
  const dx = to.x - from.x
  const dy = to.y - from.y
  const square = dx * dx + dy * dy
  return (x, y) => {
    const along = clamp(((x - from.x) * dx + (y - from.y) * dy) / square)
    return Math.hypot(x - from.x - along * dx, y - from.y - along * dy) - width / 2
  }
}

/** A polygon with convex corners, given clockwise. */
export function polygon(corners: readonly Point[]): Shape {
  const edges = corners.map((from, index) => {
    const to = corners[(index + 1) % corners.length] ?? from
    return { from, to, side: line(from, to, 0) }
  })
  return (x, y) => {
    let nearest = Number.POSITIVE_INFINITY
    let isInside = true
    for (const { from, to, side } of edges) {
      nearest = Math.min(nearest, side(x, y))
      const turn = (to.x - from.x) * (y - from.y) - (to.y - from.y) * (x - from.x)
      if (turn < 0) isInside = false
    }
    return isInside ? -nearest : nearest
  }
}

/** The shape made thicker by `by` on every side, with round corners; thinner when negative. */
export function grown(shape: Shape, by: number): Shape {
  return (x, y) => shape(x, y) - by
}

/** What lies in `shape` and not in `hole`. */
export function without(shape: Shape, hole: Shape): Shape {
  return (x, y) => Math.max(shape(x, y), -hole(x, y))
}

export function both(one: Shape, other: Shape): Shape {
  return (x, y) => Math.min(one(x, y), other(x, y))
}
