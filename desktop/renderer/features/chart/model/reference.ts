import type { ChartFocus } from '#desktop/renderer/features/chart/chart-focus.ts'
import type { VoteSummary } from '#shared/contract/summary.ts'

/** The price that the cursor tells changes from: that of the viewed vote, else of the live round. */
export function referenceOf(focus: ChartFocus, summary: VoteSummary | undefined): string | null {
  return focus.kind === 'view' ? focus.refPrice : (summary?.target2.refPrice ?? null)
}
