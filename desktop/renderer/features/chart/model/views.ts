import type { Preferences } from '#desktop/renderer/platform/platform.ts'

/** How far back the chart goes; `round` shows one round and twelve hours before it. */
export const VIEWS = ['round', 'short', 'medium', 'long'] as const
export type View = (typeof VIEWS)[number]

export interface ViewOptions {
  /** Hours shown at most. */
  points: number
  /** Radius of the ends of a vote line, CSS pixels. */
  targetRadius: number
  /** Whether the ends of the lines show the number of votes. */
  counts: boolean
}

export const VIEW_OPTIONS: Record<View, ViewOptions> = {
  round: { points: 181, targetRadius: 2, counts: true },
  short: { points: 100, targetRadius: 2, counts: true },
  medium: { points: 800, targetRadius: 1, counts: true },
  long: { points: 3000, targetRadius: 1, counts: false },
}

export const VIEW_KEY = 'chartView'

/** The view that is stored; `long` at first. */
export function viewOf(saved: string | null): View {
  return VIEWS.find((view) => view === saved) ?? 'long'
}

export function saveView(preferences: Preferences, view: View): void {
  preferences.write(VIEW_KEY, view)
}
