import type { Preferences } from '#desktop/renderer/platform/platform.ts'

/** Sizes of panels by their id, in percent of their group. */
export type GroupLayout = Record<string, number>

/** Sizes of all panels of the desk. */
export interface DeskLayout {
  columns: GroupLayout
  rows: GroupLayout
}

const KEY = 'deskLayout'
const COLUMNS = ['main', 'rounds', 'live']
const ROWS = ['chart', 'calls']

function isGroup(value: unknown, ids: readonly string[]): value is GroupLayout {
  if (typeof value !== 'object' || value === null) return false
  const sizes = Object.entries(value)
  const isSize = (size: unknown) => typeof size === 'number' && size >= 0 && size <= 100
  return (
    sizes.length === ids.length && sizes.every(([id, size]) => ids.includes(id) && isSize(size))
  )
}

/** The stored layout of this device; null without one and when it is malformed. */
export function readLayout(preferences: Pick<Preferences, 'read'>): DeskLayout | null {
  try {
    const stored: unknown = JSON.parse(preferences.read(KEY) ?? 'null')
    if (typeof stored !== 'object' || stored === null) return null
    if (!('columns' in stored) || !('rows' in stored)) return null
    const { columns, rows } = stored
    return isGroup(columns, COLUMNS) && isGroup(rows, ROWS) ? { columns, rows } : null
  } catch {
    return null
  }
}

export function writeLayout(preferences: Pick<Preferences, 'write'>, layout: DeskLayout): void {
  preferences.write(KEY, JSON.stringify(layout))
}

export function removeLayout(preferences: Pick<Preferences, 'remove'>): void {
  preferences.remove(KEY)
}
