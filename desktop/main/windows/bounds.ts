import type { Rectangle } from 'electron'

/** Width and height in points. */
export interface Size {
  width: number
  height: number
}

/** Part of the top edge that must be on a display, to be draggable. */
const GRIP = { width: 80, height: 24 }

const within = (value: number, least: number, most: number) =>
  Math.min(Math.max(value, least), Math.max(least, most))

/** Whether the top edge can be dragged. */
function isReachable({ x, y, width }: Rectangle, area: Rectangle): boolean {
  const visible = Math.min(x + width, area.x + area.width) - Math.max(x, area.x)
  return (
    visible >= Math.min(GRIP.width, width) && y >= area.y && y + GRIP.height <= area.y + area.height
  )
}

/** Moves bounds inside a work area, as far as they fit. */
export const clampBounds = (bounds: Rectangle, area: Rectangle): Rectangle => ({
  ...bounds,
  x: within(bounds.x, area.x, area.x + area.width - bounds.width),
  y: within(bounds.y, area.y, area.y + area.height - bounds.height),
})

/**
 * Fits the bounds of a window into the work areas of the displays: as they are where the top edge can be
 * dragged and nothing leaves the displays, of which it may cover two, else inside `nearest`.
 */
export function fitBounds(
  bounds: Rectangle,
  areas: readonly Rectangle[],
  nearest: Rectangle,
  minSize: Size,
): Rectangle {
  const width = Math.max(bounds.width, minSize.width)
  const height = Math.max(bounds.height, minSize.height)
  const sized = { ...bounds, width, height }
  const left = Math.min(...areas.map((area) => area.x))
  const right = Math.max(...areas.map((area) => area.x + area.width))
  const bottom = Math.max(...areas.map((area) => area.y + area.height))
  const isInView =
    areas.some((area) => isReachable(sized, area)) &&
    sized.x >= left &&
    sized.x + width <= right &&
    sized.y + height <= bottom
  if (isInView) return sized
  const most = { width: Math.min(width, nearest.width), height: Math.min(height, nearest.height) }
  return clampBounds({ ...sized, ...most }, nearest)
}

/** Distance within which `snapBounds` moves an edge, points. */
const SNAP = 12

/** Moves bounds to the edges of a work area that they nearly touch. */
export function snapBounds(bounds: Rectangle, area: Rectangle): Rectangle {
  const snap = (value: number, ...edges: number[]) =>
    edges.find((edge) => Math.abs(edge - value) <= SNAP) ?? value
  return {
    ...bounds,
    x: snap(bounds.x, area.x, area.x + area.width - bounds.width),
    y: snap(bounds.y, area.y, area.y + area.height - bounds.height),
  }
}
