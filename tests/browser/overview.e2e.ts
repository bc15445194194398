import { expect, test } from 'playwright/test'
import { troubledOverview } from '#tests/support/troubled-overview.ts'
import { findViolations, report, VIEWS } from './support/axe.ts'
import { ADMIN, WITH_ADMIN } from './support/boards.ts'
import { withoutGreeting } from './support/go-offline.ts'
import { setUpSite } from './support/set-up-site.ts'
import { textOf } from './support/site.ts'
import { visit } from './support/until-ready.ts'

const site = setUpSite({ ...WITH_ADMIN, expectedErrors: / 503|ERR_INTERNET/ })

const OVERVIEW = '**/api/v1/admin/overview'

test('an admin gets from the profile to the overview of a new site, and to the reports', async () => {
  const { page } = await site.open({ user: ADMIN, path: '/profile' })
  await page.getByRole('link', { name: 'Overview', exact: true }).click()
  await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor()
  const main = page.getByRole('main')
  await main.getByText('Open cases').waitFor()
  const days = main.getByRole('region', { name: 'Last 14 days' }).getByRole('row')
  await expect(days).toHaveCount(15)
  expect(await textOf(days.nth(1))).toMatch(/today 0 0 0 \d/)
  await main.getByText('Twins are searched after the first settlement.').waitFor()
  await main.getByRole('link', { name: 'Reports and appeals' }).focus()
  await page.keyboard.press('Enter')
  await page.waitForURL('**/admin/reports')
})

for (const locale of ['en-US', 'ko-KR'] as const) {
  const isKorean = locale === 'ko-KR'
  test(`names what is wrong in words, and links twins to their records (${locale})`, async () => {
    const { page } = await site.open({ user: ADMIN, locale, path: '/terms' })
    // The days of May have the widest names.
    const { days } = troubledOverview(Date.parse('2026-05-30T06:00:00Z'))
    const json = { ...troubledOverview(Date.now()), days }
    await page.route(OVERVIEW, (route) => route.fulfill({ json }))
    await visit(page, `${site.url}/admin`)
    const main = page.getByRole('main')
    for (const text of isKorean
      ? ['가장 오래된 것 3일 4시간 경과', '갱신 지연', '지연', '지연 318건']
      : ['oldest waits 3d 4h', 'Stale', 'Overdue', 'Late: 318', '6,120']) {
      await main.getByText(text, { exact: true }).first().waitFor()
    }
    const twins = main.getByRole('region', { name: isKorean ? '쌍둥이 계정' : 'Twins' })
    const pairs = twins.getByRole('row')
    await expect(pairs).toHaveCount(4)
    const first = pairs.nth(1)
    expect(await textOf(first)).toMatch(
      isKorean
        ? /Wilhelmina #0K3Z9A mina-second-account-of #7QX2MB 26 100% 41 0\.2/
        : /Wilhelmina #0K3Z9A mina-second-account-of #7QX2MB 26 100% 41 0\.2/,
    )
    for (const code of ['0K3Z9A', '7QX2MB']) {
      const link = first.getByRole('link', { name: `#${code}` })
      await expect(link).toHaveAttribute('href', `/u/${code}`)
    }
    await pairs
      .nth(2)
      .getByText(isKorean ? '이용 정지' : 'Closed', { exact: true })
      .waitFor()
    for (const width of [320, 375, 1440, 3840]) {
      await page.setViewportSize({ width, height: 900 })
      const overflow = () =>
        page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        )
      await expect.poll(overflow, { timeout: 5_000 }).toBe(0)
      // No cell of the days' table reaches out of its box, which would not widen the page.
      const isInside = () =>
        main
          .locator('section')
          .evaluateAll((sections) =>
            sections.every((section) =>
              [...section.querySelectorAll('td, th')].every(
                (cell) =>
                  cell.getBoundingClientRect().right <= section.getBoundingClientRect().right,
              ),
            ),
          )
      await expect.poll(isInside, { timeout: 5_000 }).toBe(true)
    }
    expect(report(await findViolations(page, 'the overview', VIEWS))).toBe('')
  })
}

test('a failed load can be repeated', async () => {
  const { page } = await site.open({ user: ADMIN, path: '/terms' })
  await withoutGreeting(page)
  await page.route(OVERVIEW, (route) => route.fulfill({ status: 503, json: {} }))
  await visit(page, `${site.url}/admin`)
  await page.getByRole('alert').waitFor()
  await page.unroute(OVERVIEW)
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByText('Open cases').waitFor()
})

test('the overview is for admins: a member is sent home', async () => {
  const { page } = await site.open({ user: 'Member', path: '/admin' })
  await page.getByText('The overview is for admins only.').waitFor()
  await expect.poll(() => new URL(page.url()).pathname).toBe('/')
})
