import type { Page } from 'playwright'
import { at, type Screen } from '#build/screens/screen.ts'
import type { SiteContent } from '#tests/browser/support/site-content.ts'

/** Somebody whose texts are in the other screens is blocked. */
const withBlock = (page: Page, { rankedCode }: SiteContent) =>
  page.route('**/api/v1/blocks', (route) =>
    route.fulfill({
      json: [
        { uniqueCode: rankedCode, nickname: 'Ranked person', since: '2026-11-20T10:00:00.000Z' },
      ],
    }),
  )

const common = { viewer: 'voter', prepare: withBlock, moreWidths: [320] } as const

/** Blocked people and their folded texts. */
export const blockScreens: Screen[] = [
  { ...common, name: 'blocks-note', path: ({ settledVote }) => `/vote/view/${settledVote}` },
  { ...common, name: 'blocks-list', path: at('/vote') },
  { ...common, name: 'blocks-record', path: ({ rankedCode }) => `/u/${rankedCode}` },
  { ...common, name: 'blocks-account', path: at('/settings/account') },
]
