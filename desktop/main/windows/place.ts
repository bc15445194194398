import type { Display, Rectangle, Screen } from 'electron'
import type { KeptFile } from '../settings/kept-file.ts'
import { fitBounds, type Size } from './bounds.ts'
import { readBounds, type WindowName } from './kept-bounds.ts'

/** Where a window opens; without `x` and `y` the system places it. */
export interface Place extends Size {
  x?: number
  y?: number
  isMaximised: boolean
}

interface PlaceOptions {
  screen: Pick<Screen, 'getAllDisplays'>
  file: KeptFile
  name: WindowName
  /** Its size when nothing is kept. */
  first: Size
  least: Size
}

const workArea = ({ workArea: area }: Display): Rectangle => area

/** Where a window was, as far as the displays there are now allow it. */
export function placeOf({ screen, file, name, first, least }: PlaceOptions): Place {
  const kept = readBounds(file, name)
  const fitting = kept && fitBounds(kept, screen.getAllDisplays().map(workArea), least)
  return { ...(fitting ?? first), isMaximised: kept?.isMaximised ?? false }
}
