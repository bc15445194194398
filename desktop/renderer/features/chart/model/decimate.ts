import type { Point } from './series.ts'

/** Twice the area of the triangle of three points. */
const area = (a: Point, b: Point, c: Point) =>
  Math.abs((a.x - c.x) * (b.y - a.y) - (a.x - b.x) * (c.y - a.y))

function average(points: readonly Point[], from: number, to: number): Point {
  let x = 0
  let y = 0
  for (let index = from; index < to; index++) {
    x += points[index]?.x ?? 0
    y += points[index]?.y ?? 0
  }
  return { x: x / (to - from), y: y / (to - from) }
}

/** The indices of the lowest and the highest point; the first of equals. */
function extremes(points: readonly Point[]): number[] {
  let low = 0
  let high = 0
  points.forEach(({ y }, index) => {
    if (y < (points[low]?.y ?? y)) low = index
    if (y > (points[high]?.y ?? y)) high = index
  })
  return [low, high]
}

/**
 * About `limit` of `points`: Largest-Triangle-Three-Buckets (Steinarsson 2013) plus the first, last,
 * lowest and highest point. Chart.js' plugin loses the extremes and replaces `dataset.data`.
 */
export function decimate(points: readonly Point[], limit: number): Point[] {
  const count = points.length
  if (count <= limit || limit < 3) return [...points]
  const last = count - 1
  const size = (count - 2) / (limit - 2)
  const bucketStart = (bucket: number) => Math.min(last, 1 + Math.floor(bucket * size))
  const chosen = new Set([0, last, ...extremes(points)])
  let previous = points[0]
  for (let bucket = 0; bucket < limit - 2; bucket++) {
    const [from, to] = [bucketStart(bucket), bucketStart(bucket + 1)]
    const next = to === last ? points[last] : average(points, to, bucketStart(bucket + 2))
    let best = from
    let bestArea = -1
    for (let index = from; index < to; index++) {
      const point = points[index]
      if (!previous || !next || !point) continue
      const size = area(previous, point, next)
      if (size > bestArea) {
        bestArea = size
        best = index
      }
    }
    chosen.add(best)
    previous = points[best]
  }
  return points.filter((_, index) => chosen.has(index))
}
