import { expect, test } from 'playwright/test'
import { fullIf } from './support/matrix.ts'
import { setUpSite } from './support/set-up-site.ts'

const PICTURE =
  '<svg xmlns="http://www.w3.org/2000/svg" width="728" height="90"><rect width="728" height="90"/></svg>'
const AD_TOP = JSON.stringify({
  image: 'https://ads.example/top.svg',
  href: 'https://shop.example/',
  alt: 'A shop for examples',
})

const site = setUpSite({ settings: { AD_TOP } })

test.describe('an ad', () => {
  for (const [locale, label, width] of [
    ['en-US', 'Ad', 1440],
    ['ko-KR', '광고', 375],
  ] as const) {
    test(
      `appears in its slot, labeled as an ad (${locale})`,
      fullIf(locale === 'ko-KR'),
      async () => {
        const viewport = { width, height: 900 }
        const { page } = await site.open({ path: '/login', locale, viewport })
        await page.route('https://ads.example/**', (route) =>
          route.fulfill({ contentType: 'image/svg+xml', body: PICTURE }),
        )
        let release = () => {}
        const held = new Promise<void>((resolve) => {
          release = resolve
        })
        await page.route('**/api/v1/site', async (route) => {
          await held
          await route.continue()
        })
        await page
          .getByRole('main')
          .getByRole('link', { name: /Back to Home|홈으로/ })
          .click()
        const card = page.getByRole('article').first()
        await card.waitFor()
        await page.getByRole('region').nth(1).getByRole('status').waitFor({ state: 'detached' })
        const before = await card.boundingBox()
        release()
        const ad = page.getByRole('complementary', { name: label })
        const link = ad.getByRole('link', { name: 'A shop for examples' })
        await link.waitFor()
        await ad.getByText(label, { exact: true }).waitFor()
        await expect(link).toHaveAttribute('href', 'https://shop.example/')
        await expect(link).toHaveAttribute('target', '_blank')
        await expect(link).toHaveAttribute('rel', 'sponsored noopener noreferrer nofollow')
        const image = ad.getByRole('img')
        await expect(image).toHaveAttribute('loading', 'lazy')
        // Its space was reserved: nothing moved.
        await expect.poll(async () => (await card.boundingBox())?.y).toBe(before?.y)
        await expect(page.getByRole('complementary')).toHaveCount(1)
        const wide = await page.evaluate(() => document.documentElement.scrollWidth)
        expect(wide).toBe(width)
      },
    )
  }
})

test('an ad whose picture cannot be loaded takes no space', async () => {
  const { page, pageErrors } = await site.open({ path: '/login' })
  await page.route('https://ads.example/**', (route) => route.fulfill({ status: 404 }))
  const refused = page.waitForResponse('https://ads.example/**')
  await page
    .getByRole('main')
    .getByRole('link', { name: /Back to Home|홈으로/ })
    .click()
  await refused
  await page.getByRole('complementary').waitFor({ state: 'detached' })
  await expect(page.locator('main [class*=slot]')).toHaveCount(0)
  pageErrors.splice(0)
})

test.describe('without ads', () => {
  const site = setUpSite()

  test('requests nothing when no slot is configured', async () => {
    const { page } = await site.open({ path: '/login' })
    const requested: string[] = []
    page.on('request', (request) => requested.push(new URL(request.url()).pathname))
    await page.getByRole('link', { name: 'Back to Home' }).click()
    await page.getByText('No posts yet.').waitFor()
    await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)))
    expect(requested).not.toContain('/api/v1/site')
    expect(requested.filter((path) => path.includes('ad-picture'))).toEqual([])
    await expect(page.locator('meta[name=ad-slots]')).toHaveCount(0)
  })
})
