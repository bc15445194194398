import { beforeEach, describe, expect, test } from 'bun:test'
import type { Page } from 'playwright'
import { textOf } from '#tests/browser/support/site.ts'
import { eventually } from '#tests/support/eventually.ts'
import type { RunningApp } from './stand-in/start.ts'
import { inEnglish } from './support/in-english.ts'
import { KEYCHAIN_SERVICE, signIn } from './support/journey.ts'
import { onStandIn } from './support/on-stand-in.ts'
import { endSecretService, freshSecrets, itemsOf, lockSecrets } from './support/secret-service.ts'
import { setUpDesktopSite } from './support/set-up-desktop-site.ts'
import { TEXTS } from './support/texts.ts'
import { browserAt, signInInBrowser } from './support/user-browser.ts'

const site = setUpDesktopSite()
let app: RunningApp
let page: Page
beforeEach(() => freshSecrets(KEYCHAIN_SERVICE))

type Locale = keyof typeof TEXTS
/** The button that starts a sign-in, in either language. */
const SIGN_IN = new RegExp(`^(?:${TEXTS['en-US'].signIn}|${TEXTS['ko-KR'].signIn})$`)

/** The app on its login screen with a started sign-in, and the URL opened in the browser. */
async function begin(locale: Locale = 'en-US'): Promise<URL> {
  const texts = TEXTS[locale]
  app = await site.start({ locale })
  page = await app.page()
  await page.getByRole('link', { name: texts.login, exact: true }).click()
  await page.getByRole('button', { name: texts.signIn }).click()
  await page.getByText(texts.waiting).waitFor()
  await eventually(() => app.shell.opened.length === 1)
  return new URL(app.shell.opened[0] ?? '')
}

/** The address of the app's listener. */
const callbackOf = (url: URL) =>
  new URL(`http://127.0.0.1:${url.searchParams.get('port')}/callback`)

/** The error text of the login screen. */
const errorText = () => textOf(page.getByRole('main').getByRole('alert'))

/** Verifies that no listener is left, nobody is signed in and no token is stored. */
async function expectSignedOut(url: URL): Promise<void> {
  await page.getByRole('button', { name: SIGN_IN }).waitFor()
  expect(itemsOf(KEYCHAIN_SERVICE)).toEqual([])
  await expect(fetch(callbackOf(url))).rejects.toThrow()
  expect(await app.quit()).toEqual([])
}

describe('the start of a sign-in', () => {
  test('is at the API in the system browser, with a challenge and a state, and no secret', async () => {
    const url = await begin()
    expect(url.origin + url.pathname).toBe(`${site.server.url}/api/v1/auth/oidc/local/start`)
    const { challenge, state, port, ...more } = Object.fromEntries(url.searchParams)
    for (const random of [challenge, state]) expect(random).toMatch(/^[\w-]{43}$/)
    expect(Number(port)).toBeGreaterThan(1023)
    expect(more).toEqual({ locale: 'en' })
  })

  test.each(
    inEnglish<[Locale, string]>([
      ['en-US', 'You are signed in'],
      ['ko-KR', '로그인했습니다'],
    ]),
  )(
    'ends on a page in the language of the app, without the code in the address bar (%s)',
    async (locale, title) => {
      await begin(locale)
      const browserPage = await browserAt(site.browser, onStandIn(app))
      const visited: string[] = []
      browserPage.on('framenavigated', (frame) => visited.push(frame.url()))
      expect(await signInInBrowser(browserPage, 'Mina')).toContain(title)
      expect(visited.at(-1)).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/done$/)
      await page.getByRole('banner').getByText('Mina', { exact: true }).waitFor()
      expect(app.printed.join()).not.toMatch(/ey[\w-]{10}|code=/)
      expect(await app.quit()).toEqual([])
    },
  )
})

describe('a failed attempt', () => {
  test.each(
    inEnglish<[Locale, string, string]>([
      ['en-US', 'Cancel', 'The login was canceled.'],
      ['ko-KR', '취소', '로그인을 취소했습니다.'],
    ]),
  )('is reported when the user cancels it in the app (%s)', async (locale, cancel, texts) => {
    const url = await begin(locale)
    await page.getByRole('button', { name: cancel, exact: true }).click()
    expect(await errorText()).toBe(texts)
    await expectSignedOut(url)
  })

  test('is reported when the user denies it at the provider', async () => {
    const url = await begin()
    const browserPage = await browserAt(site.browser, onStandIn(app))
    await browserPage.getByRole('button', { name: 'Cancel' }).click()
    await browserPage.getByText('The sign-in was canceled').waitFor()
    await browserPage.context().close()
    expect(await errorText()).toBe('The login was canceled.')
    await expectSignedOut(url)
  })

  test.each(
    inEnglish<[Locale, string]>([
      ['en-US', 'Sign-in timed out in your browser. Please try again.'],
      ['ko-KR', '브라우저에서 로그인 시간이 지났습니다. 다시 시도해 주세요.'],
    ]),
  )('times out when the browser is closed (%s)', async (locale, texts) => {
    const url = await begin(locale)
    const browserPage = await browserAt(site.browser, onStandIn(app))
    await browserPage.context().close()
    expect(app.timers.fireMatching((milliseconds) => milliseconds === 5 * 60_000)).toBe(1)
    expect(await errorText()).toBe(texts)
    await expectSignedOut(url)
  })

  test.each(
    inEnglish<[Locale, string]>([
      ['en-US', 'Login failed. Please try again.'],
      ['ko-KR', '로그인에 실패했습니다. 다시 시도해 주세요.'],
    ]),
  )('is reported when the provider returns an error (%s)', async (locale, texts) => {
    const url = await begin(locale)
    const back = callbackOf(url)
    back.searchParams.set('error', 'server_error')
    back.searchParams.set('state', url.searchParams.get('state') ?? '')
    expect(await (await fetch(back)).text()).not.toContain('server_error')
    expect(await errorText()).toBe(texts)
    await expectSignedOut(url)
  })

  test('is reported when the code is invalid', async () => {
    const url = await begin()
    const back = callbackOf(url)
    back.searchParams.set('code', 'invented')
    back.searchParams.set('state', url.searchParams.get('state') ?? '')
    await fetch(back)
    expect(await errorText()).toBe('Login failed. Please try again.')
    await expectSignedOut(url)
  })

  test('is reported when no browser opens', async () => {
    app = await site.start({
      before: ({ shell }) => Object.assign(shell.broken, { isBroken: true }),
    })
    page = await app.page()
    await page.getByRole('link', { name: 'Login', exact: true }).click()
    await page.getByRole('button', { name: TEXTS['en-US'].signIn }).click()
    expect(await errorText()).toBe('Login failed. Please try again.')
    expect(await app.quit()).toEqual([])
  })

  test('ends when the app quits', async () => {
    const url = await begin()
    expect(await app.quit()).toEqual([])
    await expect(fetch(callbackOf(url))).rejects.toThrow()
  })
})

describe('a pending attempt', () => {
  test('rejects other paths, methods, hosts and states, and stays pending', async () => {
    const url = await begin()
    const back = callbackOf(url)
    const withState = (state: string) => `${back.href}?code=stolen&state=${state}`
    const status = async (address: string, init?: RequestInit) =>
      (await fetch(address, init)).status
    expect(await status(back.origin)).toBe(404)
    expect(await status(`${back.origin}/favicon.ico`)).toBe(404)
    expect(await status(back.href)).toBe(400)
    expect(await status(withState('wrong'))).toBe(400)
    expect(await status(`${back.href}?error=access_denied&state=wrong`)).toBe(400)
    expect(await status(withState('wrong'), { method: 'POST' })).toBe(405)
    expect(await status(back.href, { headers: { host: 'evil.example' } })).toBe(421)
    await page.getByText(TEXTS['en-US'].waiting).waitFor()
    const browserPage = await browserAt(site.browser, onStandIn(app))
    expect(await signInInBrowser(browserPage, 'Patient')).toContain('You are signed in')
    await page.getByRole('banner').getByText('Patient', { exact: true }).waitFor()
  })

  test('is replaced when the browser is opened again', async () => {
    const first = await begin()
    await page.getByRole('button', { name: 'Open the browser again' }).click()
    await eventually(() => app.shell.opened.length === 2)
    await expect(fetch(callbackOf(first))).rejects.toThrow()
    const browserPage = await browserAt(site.browser, onStandIn(app), 2)
    expect(await signInInBrowser(browserPage, 'Twice')).toContain('You are signed in')
    await page.getByRole('banner').getByText('Twice', { exact: true }).waitFor()
  })
})

describe('token storage', () => {
  test.each(
    inEnglish<[Locale, string]>([
      ['en-US', 'The keychain of this computer is locked. A login lasts until the app is closed.'],
      ['ko-KR', '이 컴퓨터의 키체인이 잠겨 있습니다. 로그인은 앱을 종료할 때까지만 유지됩니다.'],
    ]),
  )('stores nothing in a locked keychain and warns the user (%s)', async (locale, texts) => {
    lockSecrets()
    app = await site.start({ locale })
    await signIn(onStandIn(app), site.browser, 'Locked out', TEXTS[locale])
    page = await app.page()
    await page.getByText(texts).waitFor()
    expect(await app.quit()).toEqual([])
  })

  test.each(
    inEnglish<[Locale, string]>([
      [
        'en-US',
        'This computer has no keychain for the app to use. A login lasts until the app is closed.',
      ],
      [
        'ko-KR',
        '이 컴퓨터에서 쓸 수 있는 키체인이 없습니다. 로그인은 앱을 종료할 때까지만 유지됩니다.',
      ],
    ]),
  )('stores nothing without a keychain and warns the user (%s)', async (locale, texts) => {
    await endSecretService()
    app = await site.start({ locale })
    await signIn(onStandIn(app), site.browser, 'Without keys', TEXTS[locale])
    page = await app.page()
    await page.getByText(texts).waitFor()
    expect(await app.quit()).toEqual([])
  })
})
