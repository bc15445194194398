import type { Static } from '@sinclair/typebox'
import * as Type from '@sinclair/typebox'
import { Check } from '@sinclair/typebox/value'
import type { Rectangle } from 'electron'
import type { JsonFile } from '#desktop/main/settings/json-file.ts'
import type { AppWindow } from './app-window.ts'

/** Width and height in points. */
export interface Size {
  width: number
  height: number
}

/** Part of the top edge that must be on a display, to be draggable. */
const GRIP = { width: 80, height: 24 }

const within = (value: number, minSize: number, most: number) =>
  Math.min(Math.max(value, minSize), Math.max(minSize, most))

const overlap = (startA: number, lengthA: number, startB: number, lengthB: number) =>
  Math.min(startA + lengthA, startB + lengthB) - Math.max(startA, startB)

/** Whether the top edge can be dragged. */
function isReachable(bounds: Rectangle, area: Rectangle): boolean {
  const { width, height } = GRIP
  return (
    overlap(bounds.x, bounds.width, area.x, area.width) >= Math.min(width, bounds.width) &&
    bounds.y >= area.y &&
    bounds.y + height <= area.y + area.height
  )
}

/** Fits a stored size into a work area. */
const fitSize = (stored: Size, area: Size, minSize: Size): Size => ({
  width: within(stored.width, minSize.width, area.width),
  height: within(stored.height, minSize.height, area.height),
})

/**
 * Fits stored bounds into the current work areas: minimum size, at most the display, top edge
 * reachable. Null when its display is gone; the system then chooses a position.
 */
export function fitBounds(stored: Rectangle, areas: Rectangle[], minSize: Size): Rectangle | null {
  const area = areas.find((candidate) => isReachable(stored, candidate))
  if (!area) return null
  const { width, height } = fitSize(stored, area, minSize)
  // A narrower window might leave its display.
  const x = within(stored.x, area.x + GRIP.width - width, area.x + area.width - GRIP.width)
  return { x, y: stored.y, width, height }
}

/** Moves bounds inside a work area, as far as they fit. */
export const clampBounds = (bounds: Rectangle, area: Rectangle): Rectangle => ({
  ...bounds,
  x: within(bounds.x, area.x, area.x + area.width - bounds.width),
  y: within(bounds.y, area.y, area.y + area.height - bounds.height),
})

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

const Position = Type.Integer({ minimum: -100_000, maximum: 100_000 })
const Length = Type.Integer({ minimum: 1, maximum: 100_000 })
const StoredBounds = Type.Object({
  /** Absent when the window was never placed: on Wayland no position is known. */
  x: Type.Optional(Position),
  y: Type.Optional(Position),
  width: Length,
  height: Length,
  isMaximised: Type.Boolean(),
})
/** Bounds and state of a window. Property names are the file format. */
export type WindowBounds = Static<typeof StoredBounds>
export type WindowName = 'main' | 'mini' | 'chart'

/** Stored bounds of a window, or null. */
export function readBounds(file: JsonFile, name: WindowName): WindowBounds | null {
  const stored = file.read()[name]
  return Check(StoredBounds, stored) ? stored : null
}

/** Stores the bounds of a window, without a position that of the last time; others stay unchanged. */
export function writeBounds(file: JsonFile, name: WindowName, bounds: WindowBounds): void {
  file.write({ ...file.read(), [name]: { ...readBounds(file, name), ...bounds } })
}

/** Whether the window of the chart was open when the app quit. */
export const readIsChartOpen = (file: JsonFile): boolean => file.read().isChartOpen === true

export const writeIsChartOpen = (file: JsonFile, isChartOpen: boolean): void =>
  file.write({ ...file.read(), isChartOpen })

/** Delay after the last change before writing. */
const WRITE_DELAY_MS = 500

type Watched = Pick<AppWindow, 'on' | 'getNormalBounds' | 'isMaximized' | 'isDestroyed'>

interface TrackOptions {
  file: JsonFile
  name: WindowName
  /** Stores no position: Wayland reports 0,0 for every window. */
  isWayland: boolean
}

/** Stores the bounds after a move or resize and at close. */
export function trackBounds(window: Watched, { file, name, isWayland }: TrackOptions): void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const settle = () => {
    clearTimeout(timer)
    timer = undefined
    if (!window.isDestroyed()) {
      const { x, y, ...size } = window.getNormalBounds()
      const position = isWayland ? {} : { x, y }
      writeBounds(file, name, { ...position, ...size, isMaximised: window.isMaximized() })
    }
  }
  const moved = () => {
    clearTimeout(timer)
    timer = setTimeout(settle, WRITE_DELAY_MS)
  }
  window.on('move', moved)
  window.on('resize', moved)
  window.on('maximize', moved)
  window.on('unmaximize', moved)
  window.on('close', settle)
  window.on('closed', () => clearTimeout(timer))
}

/** Initial bounds; without `x` and `y` the system chooses a position. */
export interface InitialBounds extends Size {
  x?: number
  y?: number
  isMaximised: boolean
}

interface Display {
  /** Area without menu bar and taskbar. */
  workArea: Rectangle
}

type DisplayChange = 'display-removed' | 'display-metrics-changed'

/** The connected displays; Electron's `screen`. */
export interface Displays {
  getAllDisplays(): Display[]
  getPrimaryDisplay(): Display
  /** The display that has most of the bounds, else the nearest. */
  getDisplayMatching(bounds: Rectangle): Display
  on(event: DisplayChange, listener: () => void): unknown
  off(event: DisplayChange, listener: () => void): unknown
}

interface InitialBoundsOptions {
  screen: Displays
  file: JsonFile
  name: WindowName
  /** Size without stored bounds. */
  defaultSize: Size
  minSize: Size
  /** The compositor places windows; only the size applies. */
  isWayland: boolean
}

/** Initial bounds of a window on the current displays. */
export function initialBounds({
  screen,
  file,
  name,
  defaultSize,
  minSize,
  isWayland,
}: InitialBoundsOptions): InitialBounds {
  const stored = readBounds(file, name)
  if (!stored) return { ...defaultSize, isMaximised: false }
  const { x, y, width, height, isMaximised } = stored
  if (isWayland || x === undefined || y === undefined) {
    return {
      ...fitSize({ width, height }, screen.getPrimaryDisplay().workArea, minSize),
      isMaximised,
    }
  }
  const areas = screen.getAllDisplays().map(({ workArea }) => workArea)
  return { ...(fitBounds({ x, y, width, height }, areas, minSize) ?? defaultSize), isMaximised }
}
