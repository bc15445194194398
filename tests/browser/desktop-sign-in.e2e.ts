import type { Page } from 'playwright'
import { expect, test } from 'playwright/test'
import { violationsOn } from './support/axe.ts'
import {
  bridgeCalls,
  emit,
  endSignIn,
  GUEST,
  openDesktopWindow,
  sessionOf,
} from './support/fake-bridge.ts'
import { fullIf } from './support/matrix.ts'
import { setUpSite } from './support/set-up-site.ts'

const site = setUpSite()

const TEXTS = {
  'en-US': {
    button: 'Try it here',
    waiting: 'Continue in your browser',
    again: 'Open the browser again',
    cancel: 'Cancel',
    home: 'Back to Home',
    cancelled: 'The login was canceled.',
    timedOut: 'Sign-in timed out in your browser. Please try again.',
    replaced: 'This login ended because another one was begun.',
    failed: 'Login failed. Please try again.',
    noResponse: 'The server did not answer. Please try again in a moment.',
  },
  'ko-KR': {
    button: '체험용 로그인',
    waiting: '브라우저에서 계속해 주세요',
    again: '브라우저 다시 열기',
    cancel: '취소',
    home: '홈으로 돌아가기',
    cancelled: '로그인을 취소했습니다.',
    timedOut: '브라우저에서 로그인 시간이 지났습니다. 다시 시도해 주세요.',
    replaced: '다른 로그인이 시작되어 이 로그인은 끝났습니다.',
    failed: '로그인에 실패했습니다. 다시 시도해 주세요.',
    noResponse: '서버가 응답하지 않습니다. 잠시 후 다시 시도해 주세요.',
  },
} as const
const OUTCOMES = ['cancelled', 'timedOut', 'replaced', 'failed', 'noResponse'] as const

const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent)

/** Opens the login screen and starts a sign-in in the browser. */
async function begin(locale: keyof typeof TEXTS, from?: string): Promise<Page> {
  const words = TEXTS[locale]
  const { page } = await openDesktopWindow(site, {}, { path: from ?? '/login', locale })
  if (from) await page.getByRole('link', { name: /Login|로그인/ }).click()
  await page.getByRole('button', { name: words.button }).press('Enter')
  await page.getByText(words.waiting).waitFor()
  return page
}

for (const locale of ['en-US', 'ko-KR'] as const) {
  test.describe(`signing in by the browser in ${locale}`, fullIf(locale === 'ko-KR'), () => {
    const words = TEXTS[locale]

    test('waits, works by keyboard and has no axe violation', async () => {
      const page = await begin(locale)
      await expect.poll(() => focused(page)).toBe(words.cancel)
      await expect.poll(() => violationsOn(page)).toEqual([])
      await page.emulateMedia({ colorScheme: 'dark' })
      await expect.poll(() => violationsOn(page, 'colors')).toEqual([])
      await page.keyboard.press('Enter')
      await page.getByRole('alert').getByText(words.cancelled).waitFor()
      await expect.poll(() => focused(page)).toBe(words.button)
      await expect.poll(() => bridgeCalls(page)).toContain('session:cancel')
    })

    test('shows how it ended and can be retried', async () => {
      const page = await begin(locale)
      for (const outcome of OUTCOMES) {
        await endSignIn(page, outcome)
        await page.getByRole('alert').getByText(words[outcome]).waitFor()
        await page.getByRole('button', { name: words.button }).click()
        await page.getByText(words.waiting).waitFor()
        await expect(page.getByText(words[outcome])).toHaveCount(0)
      }
    })

    test('returns to the previous screen', async () => {
      const page = await begin(locale, '/donation')
      await emit(page, 'session:changed', { ...(await sessionOf(site, 'Mina')), expiry: null })
      await endSignIn(page, 'signedIn')
      await page.waitForURL('**/donation')
      await page.getByRole('banner').getByText('Mina', { exact: true }).waitFor()
      await expect.poll(() => bridgeCalls(page)).not.toContain('session:cancel')
    })

    test('is cancelled when the screen is left', async () => {
      const page = await begin(locale)
      await page.getByRole('link', { name: words.home }).click()
      await page.waitForURL(`${site.url}/`)
      await page.waitForFunction(() => window.fake.calls.includes('session:cancel'))
    })
  })
}

test.describe('the session of the app', () => {
  test('is checked before anybody is treated as a guest', async () => {
    const { accessToken } = await sessionOf(site, 'Jun')
    const unknown = { ...GUEST, isSignedIn: true }
    const { page } = await openDesktopWindow(site, { session: unknown })
    await page.getByText('Checking sign-in…').waitFor()
    await emit(page, 'session:changed', { ...unknown, accessToken, expiry: null })
    await page.getByRole('banner').getByText('Jun', { exact: true }).waitFor()
    const { page: renewed } = await openDesktopWindow(site, {
      session: unknown,
      renewal: { status: 'renewed', accessToken: accessToken ?? '' },
    })
    await renewed.getByRole('banner').getByText('Jun', { exact: true }).waitFor()
    await expect.poll(() => bridgeCalls(renewed)).toContain('session:renew unknown')
  })

  for (const [locale, tokenStorage, text] of [
    ['en-US', 'locked', 'The keychain of this computer is locked.'],
    ['ko-KR', 'locked', '이 컴퓨터의 키체인이 잠겨 있습니다.'],
    ['en-US', 'unavailable', 'This computer has no keychain for the app to use.'],
    ['ko-KR', 'unavailable', '이 컴퓨터에서 쓸 수 있는 키체인이 없습니다.'],
  ] as const) {
    test(
      `shows once that it will not be stored (${locale}, ${tokenStorage})`,
      fullIf(locale === 'ko-KR' || tokenStorage === 'unavailable'),
      async () => {
        const session = { ...GUEST, tokenStorage }
        const { page } = await openDesktopWindow(site, { session }, { locale, path: '/donation' })
        await page.getByRole('status').getByText(text).waitFor()
        await page.getByRole('button', { name: /Dismiss|닫기/ }).click()
        await page.getByText(text).waitFor({ state: 'hidden' })
        await emit(page, 'session:changed', { ...session, expiry: null })
        await page.getByRole('heading', { level: 1 }).waitFor()
        await expect(page.getByText(text)).toHaveCount(0)
      },
    )
  }
})
