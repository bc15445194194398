import type { Static } from '@sinclair/typebox'
import * as Type from '@sinclair/typebox'
import { Check } from '@sinclair/typebox/value'
import type { Rectangle } from 'electron'
import { PanelName } from '#desktop/bridge/shapes.ts'
import type { JsonFile } from '#desktop/main/settings/json-file.ts'

interface Display {
  bounds: Rectangle
  /** Area without menu bar and taskbar. */
  workArea: Rectangle
}

type DisplayChange = 'display-added' | 'display-removed' | 'display-metrics-changed'

/** The connected displays; Electron's `screen`. */
export interface Displays {
  getAllDisplays(): Display[]
  getPrimaryDisplay(): Display
  /** The display that has most of the bounds, else the nearest. */
  getDisplayMatching(bounds: Rectangle): Display
  on(event: DisplayChange, listener: () => void): unknown
  off(event: DisplayChange, listener: () => void): unknown
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
export type WindowName = 'main' | 'mini' | PanelName

const Layout = Type.Record(Type.String(), Type.Unknown())
type Layout = Static<typeof Layout>
const OpenPanels = Type.Array(PanelName)

const layoutOf = (stored: unknown): Layout => (Check(Layout, stored) ? stored : {})

/** Sets of displays that are remembered. */
const MAX_LAYOUTS = 12

/** Where the windows are and which panels are open, remembered for each set of displays. */
export interface Workspace {
  /** Bounds with the connected displays, else those of the last change; null when never opened. */
  boundsOf(name: WindowName): WindowBounds | null
  /** Bounds without a position keep that of the last time. */
  storeBounds(name: WindowName, bounds: WindowBounds): void
  openPanels(): PanelName[]
  /** Notes that the user opened or closed a panel. */
  storeOpen(panel: PanelName, isOpen: boolean): void
}

/**
 * Opens the file of the windows. `layouts` has an entry per set of displays; the members beside it are
 * those of the last change, which a new set starts from.
 */
export function openWorkspace(file: JsonFile, screen: Pick<Displays, 'getAllDisplays'>): Workspace {
  const displays = () =>
    screen
      .getAllDisplays()
      .map(({ bounds: { x, y, width, height } }) => `${width}x${height} at ${x},${y}`)
      .sort()
      .join(' and ')
  const read = (name: string): unknown => {
    const all = file.read()
    const layout = layoutOf(layoutOf(all.layouts)[displays()])
    return layout[name] ?? all[name]
  }
  const write = (part: Layout) => {
    const all = file.read()
    const { [displays()]: known, ...others } = layoutOf(all.layouts)
    const newest = Object.entries(others).slice(1 - MAX_LAYOUTS)
    const layouts = Object.fromEntries([...newest, [displays(), { ...layoutOf(known), ...part }]])
    file.write({ ...all, ...part, layouts })
  }
  const boundsOf = (name: WindowName) => {
    const stored = read(name)
    return Check(StoredBounds, stored) ? stored : null
  }
  const openPanels = () => {
    const stored = read('open')
    if (Check(OpenPanels, stored)) return stored
    // Earlier versions had the window of the chart only.
    return file.read().isChartOpen === true ? (['chart'] satisfies PanelName[]) : []
  }
  return {
    boundsOf,
    storeBounds: (name, bounds) => write({ [name]: { ...boundsOf(name), ...bounds } }),
    openPanels,
    storeOpen(panel, isOpen) {
      const others = openPanels().filter((open) => open !== panel)
      write({ open: isOpen ? [...others, panel] : others })
    },
  }
}
