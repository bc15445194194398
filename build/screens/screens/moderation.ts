import { at, type Screen } from '#build/screens/screen.ts'
import { troubledOverview } from '#tests/support/troubled-overview.ts'

const report = { name: /^(Report|신고)$/ }

export const moderationScreens: Screen[] = [
  {
    name: 'report',
    viewer: 'voter',
    path: ({ suggestion }) => `/boards/suggestions/view/${suggestion}`,
    arrange: async (page) => {
      await page.getByRole('button', report).click()
      await page.getByRole('dialog').waitFor()
    },
    isWindow: true,
  },
  { name: 'overview', viewer: 'admin', path: at('/admin'), moreWidths: [320, 3840] },
  {
    name: 'overview-troubled',
    viewer: 'admin',
    path: at('/admin'),
    prepare: (page) => {
      const json = troubledOverview(Date.parse('2026-11-21T02:30:00Z'))
      return page.route('**/api/v1/admin/overview', (route) => route.fulfill({ json }))
    },
    moreWidths: [320],
  },
  { name: 'reports', viewer: 'admin', path: at('/admin/reports'), moreWidths: [320, 3840] },
  { name: 'reports-case', viewer: 'admin', path: (data) => `/admin/reports/${data.openCase}` },
  { name: 'reports-closed', viewer: 'admin', path: at('/admin/reports?tab=closed') },
  { name: 'reports-appeals', viewer: 'admin', path: at('/admin/reports?tab=appeals') },
  { name: 'modlog', viewer: 'guest', path: at('/modlog'), moreWidths: [320] },
  {
    name: 'hidden-own',
    viewer: 'voter',
    path: ({ hiddenPost }) => `/boards/suggestions/view/${hiddenPost}`,
  },
  {
    name: 'hidden',
    viewer: 'newcomer',
    path: ({ hiddenPost }) => `/boards/suggestions/view/${hiddenPost}`,
  },
]
