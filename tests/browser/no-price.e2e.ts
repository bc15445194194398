import { expect, test } from 'playwright/test'
import { fullIf } from './support/matrix.ts'
import { setUpSite } from './support/set-up-site.ts'
import { untilReady } from './support/until-ready.ts'

// A new site whose exchange has not answered yet, as at the first start in production.
const NOBODY = { BINANCE_REST_URL: 'http://127.0.0.1:9', BINANCE_STREAM_URL: 'ws://127.0.0.1:9' }
const site = setUpSite({
  settings: { PUBLIC_URL: 'https://tidemark.example', PRICE_FEED: 'binance', ...NOBODY },
})

const PATHS = [
  '/',
  '/vote',
  '/rounds',
  '/ranking',
  '/rules',
  '/status',
  '/boards/notices',
  '/modlog',
]

for (const [locale, waiting] of [
  ['en-US', 'No price yet'],
  ['ko-KR', '아직 가격이 없습니다'],
] as const) {
  const title = `pages are rendered without a price (${locale})`
  test(title, fullIf(locale === 'ko-KR'), async () => {
    const { page } = await site.open({ path: '/icon.svg', locale, javaScriptEnabled: false })
    for (const path of PATHS) {
      const reply = await page.goto(site.url + path)
      expect([path, reply?.status()]).toEqual([path, 200])
      await expect(page.getByRole('heading', { level: 1 }), path).toHaveCount(1)
    }
    await page.goto(site.url)
    await expect(page.getByRole('main')).toContainText(waiting)
  })
}

test('home goes on in the browser without a price', async () => {
  const { page } = await site.open({ path: '/' })
  await untilReady(page)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
})
