import type { Page } from 'playwright'
import { expect, test } from 'playwright/test'
import { weekOf } from '#shared/rules/iso-week.ts'
import { WEEK_MS } from '#shared/rules/time.ts'
import { OWN_WEEK } from '#tests/support/own-week.ts'
import { startTestServer, type TestServer } from '#tests/support/test-server.ts'
import { advanceUntil } from './support/advance-until.ts'
import { findViolations, report, VIEWS } from './support/axe.ts'
import { setUpSite } from './support/set-up-site.ts'
import { textOf } from './support/site.ts'
import { visit } from './support/until-ready.ts'

const site = setUpSite({ expectedErrors: / (404|503) / })

/** The request of a week, not of its picture. */
const WEEK = /\/profile\/week\?/

/** Puts a reply in the place of the server's. */
const reply = (page: Page, status: number, json: unknown) =>
  page.route(WEEK, (route) => route.fulfill({ status, json }))

test('a week shows its points, rank and calls, at every width and by keyboard', async () => {
  const { page } = await site.open({ user: 'Weekly', path: '/terms' })
  await reply(page, 200, OWN_WEEK)
  await visit(page, `${site.url}/week/2026-47`)
  await page.getByRole('heading', { level: 1, name: 'Your week 47 of 2026' }).waitFor()
  const main = page.getByRole('main')
  await main.getByText('Mon, Nov 16, 2026 to Sun, Nov 22, 2026, UTC').waitFor()
  await main.getByText('+163', { exact: true }).waitFor()
  await main.getByText('▲ 28 from 40', { exact: true }).waitFor()
  const rows = main.getByRole('region', { name: 'Settled calls' }).getByRole('listitem')
  expect(await textOf(rows.nth(0))).toMatch(/Up, above 99,027 .*\+226 right best$/)
  expect(await textOf(rows.nth(1))).toMatch(/Steady.*−63 wrong worst$/)
  for (const width of [320, 375, 1440, 3840]) {
    await page.setViewportSize({ width, height: 900 })
    const overflow = () =>
      page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      )
    await expect.poll(overflow).toBe(0)
  }
  expect(report(await findViolations(page, 'the week', VIEWS))).toBe('')
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const picture = page.waitForResponse(/\/profile\/week\/picture\?week=2026-47&locale=en-US$/)
  await main.getByRole('button', { name: 'Copy as picture' }).click()
  await page.getByText('Picture copied.', { exact: true }).waitFor()
  expect((await picture).headers()['content-type']).toBe('image/png')
  await page.getByRole('link', { name: 'Week before' }).focus()
  await page.keyboard.press('Enter')
  await page.waitForURL('**/week/2026-46')
})

test('a week without a settled call says so, and the present one that it goes on', async () => {
  const now = weekOf(Date.now())
  const { page } = await site.open({ user: 'Idle', locale: 'ko-KR', path: `/week/${now}` })
  await page.getByText('이 주에 결과가 나온 예측이 없습니다.').waitFor()
  await page.getByText('진행 중', { exact: true }).waitFor()
  expect(await page.getByRole('link', { name: '다음 주' }).count()).toBe(0)
  expect(report(await findViolations(page, 'an empty week', VIEWS.slice(0, 1)))).toBe('')
  for (const other of ['2026-54', weekOf(Date.now() + WEEK_MS)]) {
    await visit(page, `${site.url}/week/${other}`)
    await page.getByText('아직 없는 주입니다.').waitFor()
  }
})

test('a guest is asked to sign in, and a week that cannot be read can be asked for again', async () => {
  const guest = await site.open({ path: '/week/2026-47' })
  await guest.page.getByText('Sign in to see your weeks.').waitFor()
  const { page } = await site.open({ user: 'Refused', path: '/terms' })
  await reply(page, 503, { success: false, code: 'NOT_READY', message: 'Later', error: 'Later' })
  await visit(page, `${site.url}/week/2026-47`)
  const retry = page.getByRole('main').getByRole('button', { name: /again/i })
  await retry.waitFor()
  await page.unroute(WEEK)
  await retry.click()
  await page.getByText('No call was settled in this week.').waitFor()
})

test.describe('a week that ends while it is open', () => {
  let server: TestServer
  const late = setUpSite(async () => {
    server = await startTestServer({ now: '2026-11-22T23:58:00.000Z' })
    return { server }
  })

  test('goes on no longer, and leads to the next one', async () => {
    const { page } = await late.open({ user: 'Awake', path: '/week/2026-47' })
    await page.getByText('so far', { exact: true }).waitFor()
    const next = page.getByRole('link', { name: 'Week after' })
    await advanceUntil(server, '2026-11-23T00:00:05.000Z', () => next.waitFor())
    await expect(page.getByText('so far', { exact: true })).toHaveCount(0)
  })
})
