import type { Rectangle } from 'electron'

/** Width and height in points of the screen. */
export interface Size {
  width: number
  height: number
}

/** How much of a window's top edge must be on a display, so that it can be grasped. */
const GRIP = { width: 80, height: 24 }

const within = (value: number, least: number, most: number) =>
  Math.min(Math.max(value, least), Math.max(least, most))

const overlap = (startA: number, lengthA: number, startB: number, lengthB: number) =>
  Math.min(startA + lengthA, startB + lengthB) - Math.max(startA, startB)

/** Whether a person can take hold of a window there and see most of where it begins. */
function isReachable(bounds: Rectangle, area: Rectangle): boolean {
  const { width, height } = GRIP
  return (
    overlap(bounds.x, bounds.width, area.x, area.width) >= Math.min(width, bounds.width) &&
    bounds.y >= area.y &&
    bounds.y + height <= area.y + area.height
  )
}

/**
 * Where a window that was last at `kept` may open among the work areas of the displays there are
 * now: it has the least size it needs, is no larger than its display, and its top edge can be
 * reached. Null when it was on a display that is gone: the system then places it.
 */
export function fitBounds(kept: Rectangle, areas: Rectangle[], least: Size): Rectangle | null {
  const area = areas.find((candidate) => isReachable(kept, candidate))
  if (!area) return null
  const width = within(kept.width, least.width, area.width)
  const height = within(kept.height, least.height, area.height)
  // Narrower than before, it might no longer reach its display.
  const x = within(kept.x, area.x + GRIP.width - width, area.x + area.width - GRIP.width)
  return { x, y: kept.y, width, height }
}
