import type { CallLine, Drawing } from './drawing.ts'
import { type Reach, reachOf } from './frame.ts'
import type { Point } from './point.ts'
import { thinOut } from './thin-out.ts'
import { VIEW_LOOKS, type View, type ViewLook } from './view.ts'

/** All that is on the canvas. */
export interface Scene {
  /** The price: as many points as can be told apart, oldest first. */
  points: Point[]
  drawing: Drawing
  reach: Reach
  look: ViewLook
  /** Width of the canvas, CSS pixels. */
  width: number
}

interface SceneParts {
  /** Every displayed point, oldest first; not empty. */
  points: readonly Point[]
  drawing: Drawing
  view: View
  price: number | null
  width: number
}

export function sceneOf({ points, drawing, view, price, width }: SceneParts): Scene {
  const look = VIEW_LOOKS[view]
  const reach = reachOf({ points, drawing, price, counts: look.counts, width })
  return { points: thinOut(points, Math.max(200, width)), drawing, reach, look, width }
}

/** Directions are told by shape as well as by colour. */
const SHAPES = { up: '▲', steady: '■', down: '▼' } as const

/** What stands at the end of a line: its shape and, where they are shown, its votes. */
export function markOf({ direction, votes }: CallLine, counts: boolean): string {
  const shape = SHAPES[direction]
  return counts && votes !== null ? `${shape} ${votes}` : shape
}
