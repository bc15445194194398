import type { Route } from 'playwright'
import { expect, test } from 'playwright/test'
import { untilQuiet } from '#tests/support/quiet-network.ts'
import { cell, header, openProfile, PHONE } from './support/profile-page.ts'
import { expireTokens } from './support/session.ts'
import { setUpSite } from './support/set-up-site.ts'
import { reload, visit } from './support/until-ready.ts'

const site = setUpSite()

/** Route handler that changes the profile in the server's reply. */
const withProfile = (more: object) => async (route: Route) => {
  const reply = await route.fetch()
  await route.fulfill({ response: reply, json: { ...(await reply.json()), ...more } })
}

test.describe('the profile', () => {
  test('redirects a guest home without a history entry', async () => {
    const { page } = await site.open({ path: '/terms' })
    await page.getByRole('heading', { level: 1 }).waitFor()
    await visit(page, `${site.url}/profile`)
    await page.getByText('closes in').waitFor()
    await page.waitForURL(`${site.url}/`)
    await page.goBack()
    await page.getByRole('heading', { level: 1, name: 'Terms of Service' }).waitFor()
  })

  test('shows that the session is being checked', async () => {
    const { page } = await openProfile(site, 'Checked')
    await expireTokens(page)
    const held = Promise.withResolvers<void>()
    await page.route('**/auth/refresh-token', async (route) => {
      await held.promise
      await route.continue()
    })
    await reload(page)
    await page.getByRole('main').getByText('Checking your login').waitFor()
    held.resolve()
    await page.getByRole('table', { name: 'Profile' }).waitFor()
  })

  test("shows the person's data", async () => {
    const { page } = await openProfile(site, 'Mina')
    await page.getByRole('table', { name: 'Profile' }).waitFor()
    await page.getByRole('cell', { name: 'Unranked · 0 / 8 to rank' }).waitFor()
    await expect(page).toHaveTitle('Profile · Tidemark')
    await expect
      .poll(() => page.getByRole('rowheader').allInnerTexts())
      .toEqual([
        'Nickname',
        'Unique code',
        'Email',
        'Points',
        'Rank',
        'Settled rounds',
        'Last call',
        'Joined',
        'Last login',
        'Logins',
        'Login method',
      ])
    await expect.poll(() => cell(page, 'Unique code')).toMatch(/^[0-9A-HJKMNP-TV-Z]{6}$/)
    await expect.poll(() => cell(page, 'Email')).toBe('None from your sign-in method')
    await expect.poll(() => cell(page, 'Points')).toBe('0 pts')
    await expect.poll(() => cell(page, 'Last call')).toBe('No call yet')
    await expect.poll(() => cell(page, 'Joined')).toMatch(/\(UTC\+9\)$/)
    await expect.poll(() => cell(page, 'Logins')).toBe('1')
    await expect.poll(() => cell(page, 'Login method')).toBe('Trial sign-in')
  })

  test('shows points with their sign, the rank, the last vote and the admin level', async () => {
    const { page } = await openProfile(site, 'Ranked')
    const lastVoteTime = Date.UTC(2026, 10, 20)
    const more = { points: -1234, rank: 7, settledVotes: 21, calls: 19, lastVoteTime, is_admin: 2 }
    await page.route('**/api/v1/profile', withProfile(more))
    await reload(page)
    await page.getByRole('cell', { name: '#7' }).waitFor()
    await expect.poll(() => cell(page, 'Points')).toBe('−1,234 pts')
    await expect.poll(() => cell(page, 'Settled rounds')).toBe('21')
    await expect.poll(() => cell(page, 'Last call')).toBe('Fri, Nov 20, 2026, 09:00 (UTC+9)')
    await expect.poll(() => cell(page, 'Admin level')).toBe('2')
  })

  test('shows the account while the rest loads or fails', async () => {
    const { page, pageErrors } = await openProfile(site, 'Slow')
    const held = Promise.withResolvers<void>()
    await page.route('**/api/v1/profile', async (route) => {
      await held.promise
      await route.fulfill({ status: 500 })
    })
    await reload(page)
    await page.getByRole('main').getByText('Loading').waitFor()
    await expect.poll(() => cell(page, 'Nickname')).toContain('Slow')
    await expect.poll(() => cell(page, 'Rank')).toBe('Not known yet')
    held.resolve()
    const failure = page.getByRole('main').getByRole('alert')
    await failure.getByText('This could not be loaded. The server cannot be reached.').waitFor()
    await failure.getByText('This is what your login says; it may be old.').waitFor()
    await page.unroute('**/api/v1/profile')
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('cell', { name: 'Unranked · 0 / 8 to rank' }).waitFor()
    await expect(failure).toHaveCount(0)
    pageErrors.splice(0)
  })

  test('a logout between the mount of a screen and its effects requests nothing more', async () => {
    const { page, pageErrors } = await openProfile(site, 'Hasty')
    await page.evaluate(() => {
      const profile = document.querySelector('main table')
      // An observer runs after React has mounted home, and before the effects that fetch.
      new MutationObserver((_changes, observer) => {
        if (profile?.isConnected) return
        observer.disconnect()
        const buttons = [...document.querySelectorAll<HTMLElement>('header button')]
        buttons.find(({ textContent }) => textContent === 'Logout')?.click()
      }).observe(document.body, { childList: true, subtree: true })
    })
    await untilQuiet(page, async () => {
      await page.getByRole('link', { name: 'Back', exact: true }).click()
      await page.getByRole('banner').getByRole('link', { name: 'Login', exact: true }).waitFor()
    })
    expect(pageErrors.splice(0)).toEqual([])
  })

  test('is left by Logout, which aborts a request under way', async () => {
    const { page } = await openProfile(site, 'Leaver')
    const held = Promise.withResolvers<Route>()
    await page.route('**/api/v1/profile', held.resolve)
    await reload(page)
    const route = await held.promise
    const aborted = page.waitForEvent('requestfailed', (request) => request === route.request())
    await page.getByRole('button', { name: 'Logout' }).click()
    await aborted
    await page.getByText('closes in').waitFor()
    await page.waitForURL(`${site.url}/`)
  })

  test('links back home', async () => {
    const { page } = await openProfile(site, 'Walker')
    await page.getByRole('link', { name: 'Back', exact: true }).click()
    await page.getByText('closes in').waitFor()
  })
})

test.describe('in Korean on a phone', () => {
  test('shows the whole profile without horizontal scrolling', { tag: '@full' }, async () => {
    const { page, pageErrors } = await openProfile(site, '서연', {
      locale: 'ko-KR',
      viewport: PHONE,
    })
    await page.getByRole('cell', { name: '순위 없음 · 순위까지 0 / 8' }).waitFor()
    await expect(page).toHaveTitle('프로필 · 타이드마크')
    await expect.poll(() => cell(page, '로그인 방법')).toBe('체험용 로그인')
    const widths = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth])
    expect(widths).toEqual([375, 375])
    await page.getByRole('button', { name: '닉네임 수정' }).click()
    const input = page.getByRole('textbox', { name: '닉네임' })
    await input.press('Escape')
    await page.getByText('닉네임을 바꾸지 않았습니다').waitFor()
    await page.getByRole('button', { name: '닉네임 수정' }).click()
    await input.fill('지우')
    await page.route('**/update-nickname', (route) => route.abort())
    await page.getByRole('button', { name: '저장' }).click()
    await page.getByText('닉네임을 변경하는 중 오류가 발생했습니다').waitFor()
    await page.unroute('**/update-nickname')
    const json = { success: false, code: 'RATE_LIMITED', message: 'Too many requests.' }
    await page.route('**/update-nickname', (route) => route.fulfill({ status: 429, json }))
    await page.getByRole('button', { name: '저장' }).click()
    await page.getByText('닉네임을 변경하지 못했습니다: 요청이 너무 많습니다.').waitFor()
    await page.unroute('**/update-nickname')
    await page.getByRole('button', { name: '저장' }).click()
    await page.getByText('닉네임을 변경했습니다').waitFor()
    await header(page, '지우').waitFor()
    pageErrors.splice(0)
  })
})
