import type { Page } from 'playwright'
import { at, type Screen } from '#build/screens/screen.ts'
import { goOffline } from '#tests/browser/support/go-offline.ts'
import { withoutMarkup } from '#tests/browser/support/plain-page.ts'

/** Makes every call to a part of the API fail. */
const failing = (path: string) => (page: Page) =>
  page.route(`**/api/v1/${path}`, (route) => route.fulfill({ status: 422, json: {} }))

/** Closes the live stream and ages the newest price, also the one in the markup, by three minutes. */
async function oldPrice(page: Page): Promise<void> {
  await withoutMarkup(page)
  await page.routeWebSocket(/\/api\/v1\/stream/, (socket) => socket.close())
  await page.route('**/api/v1/vote/summary', async (route) => {
    const response = await route.fetch()
    const summary = await response.json()
    const time = new Date(Date.parse(summary.serverDate) - 185_000).toISOString()
    await route.fulfill({ response, json: { ...summary, price: { ...summary.price, time } } })
  })
}

export const troubleScreens: Screen[] = [
  {
    name: 'home-offline',
    viewer: 'guest',
    path: at('/'),
    prepare: async () => {},
    arrange: async (page) => {
      await page.locator('article').last().waitFor()
      await goOffline(page)
      await page
        .getByRole('status')
        .filter({ hasText: /^Offline ·|^오프라인 ·/ })
        .waitFor()
    },
  },
  {
    name: 'home-stale',
    viewer: 'guest',
    path: at('/'),
    prepare: oldPrice,
    arrange: (page) =>
      page
        .getByText(/Stale|갱신 지연/)
        .first()
        .waitFor(),
  },
  { name: 'home-error', viewer: 'guest', path: at('/'), prepare: failing('users/rankers') },
  { name: 'votes-error', viewer: 'guest', path: at('/vote'), prepare: failing('votes?*') },
  { name: 'chart-error', viewer: 'guest', path: at('/vote'), prepare: failing('candles?*') },
  { name: 'boards-error', viewer: 'guest', path: at('/boards/frees'), prepare: failing('posts/*') },
]
