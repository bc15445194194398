import { join } from 'node:path'
import type { Direction } from '#shared/rules/band.ts'

/** Freshness of the price; `offline` without a connection, `none` without a price. */
export const ICON_STATES = ['live', 'delayed', 'stale', 'offline', 'none'] as const
export type IconState = (typeof ICON_STATES)[number]

/** Position of the price relative to the live round's band, and its state. */
export interface TrayIcon {
  direction: Direction | 'none'
  state: IconState
}

/**
 * Path of the picture that build/icons rendered into `folder`. Electron adds the `@2x` file itself,
 * tints a `Template` on macOS, and takes the size that the display needs from an `.ico`.
 */
export function trayIconPath(folder: string, system: string, { direction, state }: TrayIcon) {
  const name = state === 'none' ? 'none' : `${direction}-${state}`
  if (system === 'win32') return join(folder, 'win32', `${name}.ico`)
  if (system === 'darwin') return join(folder, 'darwin', `${name}Template.png`)
  return join(folder, 'linux', `${name}.png`)
}
