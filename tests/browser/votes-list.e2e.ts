import type { Page } from 'playwright'
import { expect, test } from 'playwright/test'
import { crowd } from '#tests/support/crowd.ts'
import { startTestServer, type TestServer } from '#tests/support/test-server.ts'
import { advanceUntil } from './support/advance-until.ts'
import { setUpSite } from './support/set-up-site.ts'
import { textOf } from './support/site.ts'
import { reload } from './support/until-ready.ts'

/** A Saturday, inside the round with its target on Thursday 2026-11-26. */
const TARGET = '2026-11-26T00:00:00.000Z'

let server: TestServer
const site = setUpSite(async () => {
  server = await startTestServer()
  return { server }
})

const rows = (page: Page) => page.getByRole('main').getByRole('listitem').filter({ hasText: /^\[/ })
const row = (page: Page, text: string) => rows(page).filter({ hasText: text })

async function castAs(name: string, vote: string, content = ''): Promise<void> {
  const { api } = await server.person(name)
  const reply = await api.raw('POST', '/votes', { body: { targetDate: TARGET, vote, content } })
  expect(reply.status).toBe(200)
}

/** Creates this many votes of new members. */
async function fill(count: number): Promise<void> {
  for (const { api } of await crowd(server, count, 'Crowd')) {
    await api.raw('POST', '/votes', { body: { targetDate: TARGET, vote: 'steady' } })
  }
}

// These tests depend on their order: the list fills from test to test.
test.describe('the list of votes', () => {
  test('shows an empty list and the live round', async () => {
    const { page } = await site.open({ path: '/vote' })
    await page.getByText('No posts yet.').waitFor()
    await page.getByRole('heading', { level: 1, name: 'Calls' }).waitFor()
    await expect(page).toHaveTitle('Calls · Tidemark')
    const strip = page.getByRole('region', { name: 'Open round' })
    await strip.getByText(/closes in 1d 21h/).waitFor()
    await strip
      .getByText(/^\+\d+\sif\sright · −\d+\sif\swrong/)
      .first()
      .waitFor()
    await expect(strip.getByText(/\+\d+\sif\sright/)).toHaveCount(3)
    await expect(page.getByRole('navigation', { name: 'Pages of calls' })).toHaveCount(0)
  })

  test('shows author, direction, note and own votes', async () => {
    await castAs('Mina', 'up', '<p>Higher lows &amp; patience</p>')
    await castAs('Jun', 'unknown')
    await castAs('Sora', 'down')
    const { page } = await site.open({ user: 'Sora', path: '/vote' })
    await rows(page).nth(2).waitFor()

    const mina = () => textOf(row(page, 'Mina'))
    await expect
      .poll(mina)
      .toMatch(
        /^\[\d+\] ▲ Up above [\d,]+ wait \+\d+ \/ −\d+ \+\d+ if right · −\d+ if wrong, pays off/,
      )
    await expect
      .poll(mina)
      .toMatch(/Nov 26 Higher lows & patience Mina #[0-9A-Z]{6} now Likes 0 Views 0$/)
    const age = row(page, 'Mina').getByRole('time')
    await expect(age).toHaveAttribute('title', 'Sat, Nov 21, 2026, 11:30 (UTC+9)')
    await expect.poll(() => textOf(row(page, 'Jun'))).toMatch(/\?\? Unknown wait Nov 26 — Jun #/)
    await row(page, 'Jun')
      .getByRole('link', { name: /^Call \[\d+\], no note$/ })
      .waitFor()
    const mine = () => textOf(row(page, 'Sora'))
    await expect
      .poll(mine)
      .toMatch(/▼ Down below [\d,]+ wait .* Nov 26 My post ▼ Down, below [\d,]+ .* Edit$/)
    await expect(page.getByText('My post')).toHaveCount(1)
    await expect(rows(page).getByRole('link', { name: /^Edit/ })).toHaveCount(1)
  })

  test('works in Korean on a phone, without sideways scrolling', { tag: '@full' }, async () => {
    const viewport = { width: 375, height: 812 }
    const { page } = await site.open({ path: '/vote', locale: 'ko-KR', viewport })
    await row(page, 'Mina').waitFor()
    await expect
      .poll(() => textOf(row(page, 'Mina')))
      .toMatch(/▲ 상승, [\d,]+ 초과 대기 .* Higher lows & patience/)
    await expect
      .poll(() => textOf(row(page, 'Jun')))
      .toMatch(/\?\? 모름 대기 11월 26일 — Jun .*좋아요 0 조회 0$/)
    await page.getByRole('button', { name: '예측하기' }).waitFor()
    await page
      .getByText(/^맞히면\s\+\d+ · 틀리면\s−\d+/)
      .first()
      .waitFor()
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(375)
  })

  test('opens a vote by click and by keyboard', async () => {
    const { page, pageErrors } = await site.open({ user: 'Sora', path: '/vote' })
    await row(page, 'Mina').click({ position: { x: 5, y: 5 } })
    await page.waitForURL(/\/vote\/view\/\d+$/)
    // Sora has an own vote, which this reading locks: the question is no failed request.
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('heading', { level: 1, name: 'Higher lows & patience' }).waitFor()
    expect(pageErrors).toEqual([])
    await page.goBack()
    await row(page, 'Mina').getByRole('link', { name: 'Higher lows & patience' }).focus()
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/vote\/view\/\d+$/)
  })

  test('paginates with an address for each page', async () => {
    await fill(9)
    const viewport = { width: 375, height: 700 }
    const { page } = await site.open({ path: '/vote', viewport })
    const pages = page.getByRole('navigation', { name: 'Pages of calls' })
    await pages.waitFor()
    await expect.poll(() => pages.getByRole('link').allInnerTexts()).toEqual(['1', '2'])
    await expect(rows(page)).toHaveCount(10)
    await pages.getByRole('link', { name: '2' }).click()
    await row(page, 'Mina').waitFor()
    await expect(page).toHaveURL(/\/vote\?page=2$/)
    await expect.poll(() => textOf(pages.locator('[aria-current=page]'))).toBe('2')
    // The list and the focused link stay in sight.
    await expect(pages.locator('[aria-current=page]:focus')).toBeInViewport()
    await reload(page)
    await row(page, 'Mina').waitFor()
    await expect(rows(page)).toHaveCount(2)
  })

  test('shows the previous page until the next one has loaded', async () => {
    const { page } = await site.open({ path: '/vote' })
    await rows(page).nth(9).waitFor()
    const held = Promise.withResolvers<void>()
    await page.route('**/api/v1/votes?page=2', async (route) => {
      await held.promise
      await route.continue()
    })
    await page.getByRole('navigation', { name: 'Pages of calls' }).getByText('2').click()
    await page.getByRole('status').getByText('Loading calls').waitFor()
    await expect(rows(page)).toHaveCount(10)
    held.resolve()
    await row(page, 'Mina').waitFor()
    await expect(page.getByText('Loading calls')).toHaveCount(0)
  })

  test('shows an empty page beyond the end with a way back', async () => {
    const { page } = await site.open({ path: '/vote?page=99' })
    await page.getByText('No posts yet.').waitFor()
    await page.getByRole('navigation', { name: 'Pages of calls' }).getByText('1').click()
    await rows(page).nth(9).waitFor()
  })
})

test.describe('the filters', () => {
  const chip = (page: Page, name: string) =>
    page.getByRole('navigation', { name: 'Filter' }).getByRole('link', { name, exact: true })

  test('are in the address, survive a visit to a vote, and Back restores them', async () => {
    const { page } = await site.open({ user: 'Sora', path: '/vote' })
    await chip(page, 'With notes').click()
    await page.waitForURL('**/vote?filter=notes')
    await expect(rows(page)).toHaveCount(1)
    await expect(chip(page, 'With notes')).toHaveAttribute('aria-current', 'true')
    await row(page, 'Mina').getByRole('link', { name: 'Higher lows & patience' }).click()
    await page.getByRole('article').getByRole('link', { name: 'Close' }).click()
    await page.waitForURL('**/vote?filter=notes')
    await chip(page, 'This round').click()
    await page.waitForURL('**/vote?filter=round')
    await rows(page).nth(9).waitFor()
    await page.getByRole('navigation', { name: 'Pages of calls' }).getByText('2').click()
    await page.waitForURL('**/vote?filter=round&page=2')
    await expect(rows(page)).toHaveCount(2)
    await chip(page, 'Mine').click()
    await expect(rows(page)).toHaveCount(1)
    await page.getByText('My post').waitFor()
    await page.goBack()
    await expect(rows(page)).toHaveCount(2)
  })

  test('ask a guest to sign in for the own votes, and say what is empty', async () => {
    const { page } = await site.open({ path: '/vote?filter=mine' })
    await page.getByText('Sign in to see your calls.').waitFor()
    const fresh = await site.open({ user: 'Fresh', path: '/vote?filter=mine' })
    await fresh.page.getByText('You have not made a call yet.').waitFor()
  })
})

test.describe('a list that cannot be loaded', () => {
  test('shows a toast and a message with a retry button', async () => {
    const { page, pageErrors } = await site.open()
    await page.getByText('closes in').waitFor()
    await page.route('**/api/v1/votes?page=1', (route) =>
      route.fulfill({ status: 422, json: { success: false, code: 'INVALID', message: 'no' } }),
    )
    await page.getByRole('navigation', { name: 'Main' }).getByText('Vote').click()
    const toast = page.locator('[data-toast=voteList]')
    await toast.getByText('Failed to load vote post list.').waitFor()
    const failure = page.getByRole('main').getByRole('alert')
    await failure.getByText('Failed to load vote post list. The request has').waitFor()
    await page.unroute('**/api/v1/votes?page=1')
    await failure.getByRole('button', { name: 'Try again' }).click()
    await rows(page).nth(9).waitFor()
    await expect(failure).toHaveCount(0)
    await expect.poll(() => pageErrors).toEqual([expect.stringContaining('422')])
    pageErrors.splice(0)
  })

  test('shows it in Korean', { tag: '@full' }, async () => {
    const { page, pageErrors } = await site.open({ locale: 'ko-KR' })
    await page.getByText('뒤 예측 마감').waitFor()
    await page.route('**/api/v1/votes?page=1', (route) =>
      route.fulfill({ status: 422, json: { success: false, code: 'INVALID', message: 'no' } }),
    )
    await page.getByRole('navigation', { name: '주 메뉴' }).getByText('예측').click()
    await page.getByRole('main').getByText('예측 목록을 불러오지 못했습니다.').waitFor()
    pageErrors.splice(0)
  })
})

test.describe('the vote button', () => {
  test('shows one toast to a member who has already voted', async () => {
    const { page } = await site.open({ user: 'Sora', path: '/vote' })
    await page.getByText('You have made your call', { exact: true }).waitFor()
    const button = page.getByRole('button', { name: /^(Make a call|Call it)$/ })
    await button.click()
    await button.click()
    const toast = page.locator('[data-toast=alreadyVotedToast]')
    await toast.getByText('You have already voted. You can only vote once per period.').waitFor()
    await expect(toast).toHaveCount(1)
    await expect(page).toHaveURL(/\/vote$/)
  })
})

test.describe('the edit button of a row', () => {
  // Last in the file: it advances the server's clock.
  test("disappears when the hour is over by the server's clock", async () => {
    const { page, pageErrors } = await site.open({ user: 'Sora', path: '/vote' })
    const edit = rows(page).getByRole('link', { name: /^Edit/ })
    await edit.waitFor()
    await advanceUntil(server, '2026-11-21T03:31:00.000Z', () =>
      edit.waitFor({ state: 'detached' }),
    )
    // The access token expired with the jump; the session renews it and asks again.
    const isRenewal = (text: string) => text.includes(' 401 ')
    expect(pageErrors.splice(0).filter((text) => !isRenewal(text))).toEqual([])
  })
})
