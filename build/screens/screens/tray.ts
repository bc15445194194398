import type { Page } from 'playwright'
import { at, type Screen } from '#build/screens/screen.ts'
import { trayDigitsPage } from '#build/screens/tray-digits.ts'
import { trayPage } from '#build/screens/tray-page.ts'
import { createApiClient } from '#desktop/shared/api-client.ts'
import { dataOf } from '#desktop/shared/api-failure.ts'
import { userOf } from '#desktop/shared/claims.ts'
import { initialLocale } from '#shared/i18n/locale.ts'
import { signInQuickly } from '#tests/browser/support/session.ts'

/** Draws the tray of a person, or of a guest, with the market of the site. */
async function drawTray(page: Page, name: string | null): Promise<void> {
  const { origin } = new URL(page.url())
  const token = name === null ? null : (await signInQuickly(origin, name)).token
  const api = createApiClient({ origin, accessToken: () => token })
  const summary = await dataOf(api.vote.summary.get())
  const votes = token ? await dataOf(api.profile.votes.get({ query: { limit: 10 } })) : null
  const now = Date.parse(summary.serverDate)
  const market = { summary, price: summary.price, link: 'live', receivedAt: now } as const
  const locale = initialLocale(null, await page.evaluate(() => navigator.language))
  const html = trayPage(locale, { market, user: token ? userOf(token) : null, votes, now })
  // The policy of the site's pages allows no style in the page.
  await page.goto('about:blank')
  await page.setContent(html)
}

const tray = {
  path: at('/terms'),
  // A page of its own.
  prepare: async () => {},
  onlySize: { width: 1300, height: 700 },
}

/** The tray of macOS, Windows and Linux, from the templates of the main process. */
export const trayScreens: Screen[] = [
  { ...tray, name: 'tray-guest', viewer: 'guest', arrange: (page) => drawTray(page, null) },
  {
    ...tray,
    name: 'tray-no-call',
    viewer: 'guest',
    arrange: (page) => drawTray(page, 'Newcomer'),
  },
  {
    ...tray,
    name: 'tray-call',
    viewer: 'guest',
    arrange: (page, { voter }) => drawTray(page, voter),
  },
  {
    ...tray,
    name: 'tray-digits',
    viewer: 'guest',
    arrange: async (page) => {
      await page.goto('about:blank')
      await page.setContent(trayDigitsPage())
    },
    onlySize: { width: 2000, height: 900 },
  },
]
