import { ADMIN_REPORTS } from '#shared/rules/paths.ts'

/** Tabs of the reports screen. */
export const TABS = ['open', 'closed', 'appeals'] as const
export type Tab = (typeof TABS)[number]

/** Path of a tab and page, without an open case. */
export function reportsPath(tab: Tab, page = 1): string {
  const query = new URLSearchParams()
  if (tab !== 'open') query.set('tab', tab)
  if (page > 1) query.set('page', String(page))
  const search = query.toString()
  return search ? `${ADMIN_REPORTS}?${search}` : ADMIN_REPORTS
}
