import type { Direction } from '#shared/rules/band.ts'

/**
 * What the icon says of the price: how fresh it is; `offline` while the server cannot be heard;
 * `none` without a price.
 */
export const ICON_STATES = ['live', 'delayed', 'stale', 'offline', 'none'] as const
export type IconState = (typeof ICON_STATES)[number]

/** What the icon shows: where the price stands against the live round's reference, and its state. */
export interface TrayIcon {
  direction: Direction | 'none'
  state: IconState
}
