import type { Page } from 'playwright'
import { expect, test } from 'playwright/test'
import { fullIf } from './support/matrix.ts'
import { expireTokens } from './support/session.ts'
import { setUpSite } from './support/set-up-site.ts'
import { reload, visit } from './support/until-ready.ts'

const site = setUpSite()

/** Goes from the login screen to the provider and fills in its form. */
async function answerProvider(page: Page, name: string): Promise<void> {
  await page.getByRole('main').getByRole('button').click()
  await page.locator('#name').fill(name)
  await page.locator('button[value=sign-in]').click()
}

/** Signs in through the header's Login and the provider's form. */
async function signIn(page: Page, name: string): Promise<void> {
  await page.getByRole('link', { name: 'Login' }).click()
  await page.getByRole('button', { name: 'Try it here' }).waitFor()
  await page.getByText(/accept the Terms of Service and confirm that you are 13 or older/).waitFor()
  await answerProvider(page, name)
  await page.getByRole('banner').getByText(name, { exact: true }).waitFor()
}

/** Expires the tokens on a page that requests nothing meanwhile, which would end the session at once. */
async function expire(page: Page, name: string, refreshToken: string | null | undefined) {
  await page.goto(new URL('/terms', page.url()).href)
  await page.getByRole('banner').getByText(name, { exact: true }).waitFor()
  await expireTokens(page, refreshToken)
}

test.describe('sign-in', () => {
  test('signs in through the provider, survives a reload, ends with Logout', async () => {
    const { page } = await site.open()
    await signIn(page, 'Mina')
    await page.waitForURL(`${site.url}/`)
    await reload(page)
    await page.getByRole('banner').getByText('Mina', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Logout' }).click()
    await page.getByRole('link', { name: 'Login' }).and(page.locator(':focus')).waitFor()
    await page.getByRole('link', { name: 'Login' }).waitFor()
    const stored = () =>
      page.evaluate(() => [
        localStorage.getItem('accessToken'),
        localStorage.getItem('refreshToken'),
      ])
    await expect.poll(stored).toEqual([null, null])
  })

  test('renews an expired access token at the start', async () => {
    const { page } = await site.open()
    await signIn(page, 'Jun')
    await expire(page, 'Jun', undefined)
    const [expired, refreshToken] = await page.evaluate(() => [
      localStorage.accessToken,
      localStorage.refreshToken,
    ])
    await reload(page)
    await page.getByRole('banner').getByText('Jun', { exact: true }).waitFor()
    const stored = (key: string) => page.evaluate((name) => localStorage.getItem(name), key)
    await expect.poll(() => stored('accessToken')).not.toBe(expired)
    await expect.poll(() => stored('refreshToken')).not.toBe(refreshToken)
  })

  test('shows on the login screen that it was cancelled', async () => {
    const { page } = await site.open({ path: '/login' })
    await page.getByRole('button', { name: 'Try it here' }).click()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.getByText('The login was canceled.').waitFor()
    await page.getByRole('link', { name: 'Back to Home' }).click()
    await page.getByText('closes in').waitFor()
  })

  test('ignores a callback without a matching attempt', async () => {
    const { page } = await site.open({ path: '/login/callback?code=x&state=y' })
    await page.getByText('Login failed. Please try again.').waitFor()
    await page.getByRole('button', { name: 'Try it here' }).waitFor()
    // The spent code stays neither in the address nor in the history.
    await expect(page).toHaveURL(`${site.url}/login`)
  })
})

test.describe('a failed sign-in', () => {
  for (const [locale, words] of [
    ['en-US', 'Login failed. Please try again.'],
    ['ko-KR', '로그인에 실패했습니다. 다시 시도해 주세요.'],
  ] as const) {
    test(`shows that the server refused it (${locale})`, fullIf(locale === 'ko-KR'), async () => {
      const { page, pageErrors } = await site.open({ path: '/login', locale })
      const json = { success: false, code: 'ID_TOKEN_INVALID', message: '' }
      await page.route('**/api/v1/auth/oidc/exchange', (route) =>
        route.fulfill({ status: 401, json }),
      )
      await answerProvider(page, 'Refused')
      await page.getByRole('alert').getByText(words).waitFor()
      pageErrors.splice(0)
    })
  }

  for (const [locale, words] of [
    ['en-US', 'The server did not answer. Please try again in a moment.'],
    ['ko-KR', '서버가 응답하지 않습니다. 잠시 후 다시 시도해 주세요.'],
  ] as const) {
    test(
      `shows that the server did not answer (${locale})`,
      fullIf(locale === 'ko-KR'),
      async () => {
        const { page, pageErrors } = await site.open({ path: '/login', locale })
        await page.route('**/api/v1/auth/oidc/exchange', (route) => route.abort())
        await answerProvider(page, 'Unheard')
        await page.getByRole('alert').getByText(words).waitFor()
        await page.getByRole('main').getByRole('button').waitFor()
        pageErrors.splice(0)
      },
    )
  }
})

for (const [locale, words] of [
  ['en-US', 'This browser does not let the site store anything.'],
  ['ko-KR', '이 브라우저에서는 사이트가 데이터를 저장할 수 없습니다.'],
] as const) {
  test(
    `a browser that stores nothing is said to (${locale})`,
    fullIf(locale === 'ko-KR'),
    async () => {
      const { page } = await site.open({ path: '/terms', locale })
      await page.addInitScript(() => {
        Storage.prototype.setItem = () => {
          throw new DOMException('The operation is insecure.', 'SecurityError')
        }
      })
      await visit(page, `${site.url}/login`)
      await page.getByRole('main').getByRole('button').click()
      await page.getByRole('alert').getByText(words).waitFor()
    },
  )
}

test('Login returns to the page it was started on', async () => {
  const { page } = await site.open({ path: '/donation' })
  await signIn(page, 'Hana')
  await page.waitForURL(`${site.url}/donation`)
})

test.describe('a session that has ended', () => {
  const toast = (page: Page) => page.locator('[data-toast=sessionExpiredToast]')

  for (const row of [
    ['en-US', 'not-a-token', 'Session has expired [Old refreshToken]', 'Login'],
    ['ko-KR', 'not-a-token', '세션이 만료되었습니다 [오래된 갱신 토큰]', '로그인'],
    ['en-US', null, 'Session has expired [No refreshToken]', 'Login'],
    ['ko-KR', null, '세션이 만료되었습니다 [갱신 토큰 없음]', '로그인'],
  ] as const) {
    test(
      `is reported at the start, and the person is logged out (${row[0]}, ${row[1]})`,
      fullIf(row[0] === 'ko-KR' || row[1] === null),
      async () => {
        const [locale, refreshToken, words, login] = row
        const { page, pageErrors } = await site.open({ path: '/login', locale })
        await answerProvider(page, 'Sora')
        await page.getByRole('banner').getByText('Sora', { exact: true }).waitFor()
        await expire(page, 'Sora', refreshToken)
        await reload(page)
        await toast(page).getByText(words, { exact: true }).waitFor()
        await expect(toast(page)).toHaveCount(1)
        await expect(async () => {
          const [box, width] = [await toast(page).boundingBox(), page.viewportSize()?.width ?? 0]
          const centre = (box?.x ?? 0) + (box?.width ?? 0) / 2
          expect(Math.abs(centre - width / 2)).toBeLessThan(12)
          expect(box?.y).toBeLessThan(60)
        }).toPass()
        await page.getByRole('link', { name: login }).waitFor()
        // Dismissed results stay dismissed at the next sign-in; the others belong to nobody.
        const personal = () =>
          page.evaluate(() =>
            Object.keys(localStorage).filter(
              (key) => !/^(seenCalls\.|installOffer$|persistedQueries$)/.test(key),
            ),
          )
        await expect.poll(personal).toEqual([])
        await toast(page).waitFor({ state: 'hidden' })
        // The browser logs the refused renewal, and nothing else.
        const refused = refreshToken ? [expect.stringContaining('401')] : []
        await expect.poll(() => pageErrors).toEqual(refused)
        pageErrors.splice(0)
      },
    )
  }

  test('is reported once when many calls are refused', async () => {
    const { page, pageErrors } = await site.open()
    await signIn(page, 'Noa')
    await visit(page, `${site.url}/login`)
    const json = { success: false, code: 'TOKEN_EXPIRED', message: '' }
    for (const path of ['users/rankers', 'posts/recent', 'posts/votesUpcomingNextBests']) {
      await page.route(`**/api/v1/${path}`, (route) => {
        const isSigned = route.request().headers().authorization !== undefined
        return isSigned ? route.fulfill({ status: 401, json }) : route.continue()
      })
    }
    await page.evaluate(() => localStorage.removeItem('refreshToken'))
    await page.getByRole('link', { name: 'Back to Home' }).click()
    await toast(page).getByText('Session has expired [No refreshToken]').waitFor()
    await expect(toast(page)).toHaveCount(1)
    await page.getByRole('link', { name: 'Login' }).waitFor()
    pageErrors.splice(0)
  })

  for (const [locale, short, words] of [
    ['en-US', 'Checking sign-in…', 'Your login cannot be checked right now.'],
    ['ko-KR', '로그인 확인 중…', '지금은 로그인 상태를 확인할 수 없습니다.'],
  ] as const) {
    test(
      `is checked again when the server is back (${locale})`,
      fullIf(locale === 'ko-KR'),
      async () => {
        const { page, pageErrors } = await site.open({ path: '/login', locale })
        await answerProvider(page, 'Ara')
        await page.getByRole('banner').getByText('Ara', { exact: true }).waitFor()
        await expire(page, 'Ara', undefined)
        await page.route('**/auth/refresh-token', (route) => route.fulfill({ status: 503 }))
        await visit(page, `${site.url}/login`)
        await page.getByRole('banner').getByText(short).waitFor()
        await page.getByRole('main').getByText(words).waitFor()
        await page.unroute('**/auth/refresh-token')
        await page.getByRole('banner').getByText('Ara', { exact: true }).waitFor()
        pageErrors.splice(0)
      },
    )
  }
})

test('a logout without an answer is repeated, and leaves the next person signed in', async () => {
  const { page, pageErrors } = await site.open({ user: 'Gone' })
  const { api } = await site.apiUser('Gone')
  const sessions = async () => (await api.account.sessions.get()).data?.length
  expect(await sessions()).toBe(2)
  const posted: string[] = []
  await page.route('**/auth/logout', (route) => {
    posted.push(route.request().headers().authorization ?? 'none')
    return route.abort()
  })
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect.poll(() => posted.length).toBeGreaterThan(0)
  await signIn(page, 'Next')
  await expect.poll(() => posted.length).toBeGreaterThan(1)
  expect(new Set(posted)).toEqual(new Set(['none']))
  expect(await sessions()).toBe(2)
  await page.unroute('**/auth/logout')
  await reload(page)
  await expect.poll(sessions).toBe(1)
  const stored = () => page.evaluate(() => localStorage.getItem('pendingLogouts'))
  await expect.poll(stored).toBeNull()
  await reload(page)
  await page.getByRole('banner').getByText('Next', { exact: true }).waitFor()
  pageErrors.splice(0)
})

test('a second tab follows sign-in and logout', async () => {
  const { page } = await site.open()
  const other = await page.context().newPage()
  await visit(other, site.url)
  await other.getByRole('link', { name: 'Login' }).waitFor()
  await signIn(page, 'Yuna')
  const name = other.getByRole('banner').getByText('Yuna', { exact: true })
  await name.waitFor()
  await page.getByRole('button', { name: 'Logout' }).click()
  await name.waitFor({ state: 'hidden' })
  await other.getByRole('link', { name: 'Login' }).waitFor()
  await expect(other.locator('[data-toast]')).toHaveCount(0)
})
