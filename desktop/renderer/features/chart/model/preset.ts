import type { ChartFocus } from '#desktop/renderer/features/chart/chart-focus.ts'
import type { Target } from '#shared/contract/summary.ts'
import { HOUR_MS, WEEK_MS } from '#shared/rules/time.ts'
import type { Preset } from './scene.ts'
import type { Series } from './series.ts'
import { VIEW_OPTIONS, type View } from './views.ts'

/** Hours before the reference that the round's view shows. */
const HOURS_BEFORE = 12

/** The start of the round that `focus` is about, epoch ms; null while it is not known. */
export function roundStart(focus: ChartFocus, live: Partial<Target> | undefined): number | null {
  const start =
    focus.kind === 'view' ? Date.parse(focus.targetTime) - WEEK_MS : Date.parse(live?.refDate ?? '')
  return Number.isNaN(start) ? null : start
}

/** The hours that a view shows of `series` (newest first; not empty). */
export function presetOf(series: Series, view: View, start: number | null): Preset {
  const options = VIEW_OPTIONS[view]
  const oldest = series.at(-1)?.otime ?? 0
  if (view === 'round' && start !== null) {
    const from = Math.max(oldest, start - HOURS_BEFORE * HOUR_MS)
    return { from, to: start + WEEK_MS, options }
  }
  const first = series[Math.min(options.points, series.length) - 1]
  return { from: first?.otime ?? oldest, to: null, options }
}

/** The candles within the preset, newest first; the newest one if there are none. */
export function seriesIn(series: Series, from: number, to: number | null): Series {
  const shown = series.filter(({ otime }) => otime >= from && (to === null || otime <= to))
  return shown.length > 0 ? shown : series.slice(0, 1)
}
