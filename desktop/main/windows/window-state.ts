import type { Static } from '@sinclair/typebox'
import * as Type from '@sinclair/typebox'
import { Check } from '@sinclair/typebox/value'
import type { Rectangle } from 'electron'
import type { JsonFile } from '#desktop/main/settings/json-file.ts'
import type { AppWindow } from './app-window.ts'

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

const Position = Type.Integer({ minimum: -100_000, maximum: 100_000 })
const Length = Type.Integer({ minimum: 1, maximum: 100_000 })
const Kept = Type.Object({
  x: Position,
  y: Position,
  width: Length,
  height: Length,
  isMaximised: Type.Boolean(),
})
/** Where a window was, and whether it filled its display. */
export type WindowBounds = Static<typeof Kept>
export type WindowName = 'main' | 'mini'

/** Where a window was when it was last seen; null when that is not known. */
export function readBounds(file: JsonFile, name: WindowName): WindowBounds | null {
  const kept = file.read()[name]
  return Check(Kept, kept) ? kept : null
}

/** Keeps where a window is; the other windows' places stay. */
export function writeBounds(file: JsonFile, name: WindowName, bounds: WindowBounds): void {
  file.write({ ...file.read(), [name]: bounds })
}

/** Milliseconds of rest after which a place is written: a drag moves by the pixel. */
const REST = 500

type Watched = Pick<AppWindow, 'on' | 'getNormalBounds' | 'isMaximized' | 'isDestroyed'>

/**
 * Tells where a window is, a while after it was moved, and when it closes. Its timer ends with the
 * window.
 */
export function trackBounds(window: Watched, write: (bounds: WindowBounds) => void): void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const settle = () => {
    clearTimeout(timer)
    timer = undefined
    if (!window.isDestroyed()) {
      write({ ...window.getNormalBounds(), isMaximised: window.isMaximized() })
    }
  }
  const moved = () => {
    clearTimeout(timer)
    timer = setTimeout(settle, REST)
  }
  window.on('move', moved)
  window.on('resize', moved)
  window.on('maximize', moved)
  window.on('unmaximize', moved)
  window.on('close', settle)
  window.on('closed', () => clearTimeout(timer))
}

/** Where a window opens; without `x` and `y` the system places it. */
export interface InitialBounds extends Size {
  x?: number
  y?: number
  isMaximised: boolean
}

interface Display {
  /** What menu bar and taskbar leave of it. */
  workArea: Rectangle
}

/** The displays there are now: Electron's `screen` knows them. */
export interface Displays {
  getAllDisplays(): Display[]
  getPrimaryDisplay(): Display
}

interface InitialBoundsOptions {
  screen: Displays
  file: JsonFile
  name: WindowName
  /** Its size when nothing is kept. */
  first: Size
  least: Size
}

/** Where a window was, as far as the displays there are now allow it. */
export function initialBounds({
  screen,
  file,
  name,
  first,
  least,
}: InitialBoundsOptions): InitialBounds {
  const kept = readBounds(file, name)
  const areas = screen.getAllDisplays().map(({ workArea }) => workArea)
  const fitting = kept && fitBounds(kept, areas, least)
  return { ...(fitting ?? first), isMaximised: kept?.isMaximised ?? false }
}
