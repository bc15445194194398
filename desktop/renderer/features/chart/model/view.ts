import type { Preferences } from '#desktop/renderer/platform/platform.ts'

/** How far back the chart looks. */
export const VIEWS = ['short', 'medium', 'long'] as const
export type View = (typeof VIEWS)[number]

export interface ViewLook {
  /** Hours shown at most. */
  points: number
  /** Radius of a price point, CSS pixels. */
  pointRadius: number
  /** Radius of the ends of a target's line. */
  targetRadius: number
  /** Whether the votes are counted at the ends of the lines. */
  counts: boolean
}

export const VIEW_LOOKS: Record<View, ViewLook> = {
  short: { points: 100, pointRadius: 2, targetRadius: 2, counts: true },
  medium: { points: 800, pointRadius: 0, targetRadius: 1, counts: true },
  long: { points: 3000, pointRadius: 0, targetRadius: 1, counts: false },
}

const VIEW_KEY = 'chartView'

/** The view that was chosen last; the long one at first. */
export function keptView(preferences: Preferences): View {
  const kept = preferences.read(VIEW_KEY)
  return VIEWS.find((view) => view === kept) ?? 'long'
}

export function keepView(preferences: Preferences, view: View): void {
  preferences.write(VIEW_KEY, view)
}
