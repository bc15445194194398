import type { Rectangle } from 'electron'
import type { KeptFile } from '#desktop/main/settings/kept-file.ts'
import { fitBounds, type Size } from './bounds.ts'
import { readBounds, type WindowName } from './kept-bounds.ts'

/** Where a window opens; without `x` and `y` the system places it. */
export interface Place extends Size {
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

interface PlaceOptions {
  screen: Displays
  file: KeptFile
  name: WindowName
  /** Its size when nothing is kept. */
  first: Size
  least: Size
}

/** Where a window was, as far as the displays there are now allow it. */
export function placeOf({ screen, file, name, first, least }: PlaceOptions): Place {
  const kept = readBounds(file, name)
  const areas = screen.getAllDisplays().map(({ workArea }) => workArea)
  const fitting = kept && fitBounds(kept, areas, least)
  return { ...(fitting ?? first), isMaximised: kept?.isMaximised ?? false }
}
