import type { Page } from 'playwright'
import { at, type Screen } from '#build/screens/screen.ts'
import type { SiteContent } from '#tests/browser/support/site-content.ts'

/** The author of a note that is in the other screens is blocked. */
const withBlock = (page: Page, { otherVote }: SiteContent) =>
  page.route('**/api/v1/blocks', async (route) => {
    const { origin } = new URL(route.request().url())
    const reply = await page.request.get(`${origin}/api/v1/votes/${otherVote}/item`)
    const { uniqueCode, nickname } = await reply.json()
    await route.fulfill({ json: [{ uniqueCode, nickname, since: '2026-11-20T10:00:00.000Z' }] })
  })

const common = { viewer: 'voter', prepare: withBlock, moreWidths: [320] } as const

/** Blocked people and their folded texts. */
export const blockScreens: Screen[] = [
  { ...common, name: 'blocks-note', path: ({ otherVote }) => `/vote/view/${otherVote}` },
  { ...common, name: 'blocks-list', path: at('/vote') },
  { ...common, name: 'blocks-account', path: at('/settings/account') },
]
