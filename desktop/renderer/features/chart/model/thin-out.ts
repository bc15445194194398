import type { Point } from './point.ts'

/** Twice the area of the triangle of three points. */
const area = (a: Point, b: Point, c: Point) =>
  Math.abs((a.x - c.x) * (b.y - a.y) - (a.x - b.x) * (c.y - a.y))

function middleOf(points: readonly Point[], from: number, to: number): Point {
  let x = 0
  let y = 0
  for (let at = from; at < to; at++) {
    x += points[at]?.x ?? 0
    y += points[at]?.y ?? 0
  }
  return { x: x / (to - from), y: y / (to - from) }
}

/** Where the lowest and the highest point lie; the first of equals. */
function extremesOf(points: readonly Point[]): number[] {
  let low = 0
  let high = 0
  points.forEach(({ y }, at) => {
    if (y < (points[low]?.y ?? y)) low = at
    if (y > (points[high]?.y ?? y)) high = at
  })
  return [low, high]
}

/**
 * About `limit` of `points` that draw the same line: Largest-Triangle-Three-Buckets (Steinarsson
 * 2013), and beside its choice always the lowest and the highest point. The first and the last stay.
 */
export function thinOut(points: readonly Point[], limit: number): Point[] {
  const count = points.length
  if (count <= limit || limit < 3) return [...points]
  const last = count - 1
  const size = (count - 2) / (limit - 2)
  const edge = (bucket: number) => Math.min(last, 1 + Math.floor(bucket * size))
  const chosen = new Set([0, last, ...extremesOf(points)])
  let before = points[0]
  for (let bucket = 0; bucket < limit - 2; bucket++) {
    const [from, to] = [edge(bucket), edge(bucket + 1)]
    const after = to === last ? points[last] : middleOf(points, to, edge(bucket + 2))
    let best = from
    let bestArea = -1
    for (let at = from; at < to; at++) {
      const point = points[at]
      if (!before || !after || !point) continue
      const own = area(before, point, after)
      if (own > bestArea) {
        bestArea = own
        best = at
      }
    }
    chosen.add(best)
    before = points[best]
  }
  return points.filter((_, at) => chosen.has(at))
}
