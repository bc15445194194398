import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import type { Page } from 'playwright'
import { expect, test } from 'playwright/test'
import { fullIf } from './support/matrix.ts'
import { type RunningClock, runningClock } from './support/running-clock.ts'
import { setUpSite } from './support/set-up-site.ts'
import { reload, visit } from './support/until-ready.ts'

const GOOGLE = 'https://accounts.google.com'
const CLIENT_ID = 'tidemark-test.apps.googleusercontent.com'

/**
 * A fake of Google's script: a button that requests a token from the fake Google. Like the real one, it
 * adds an inline style with the nonce of its own tag.
 */
const SCRIPT = `
  let settings
  const style = document.createElement('style')
  style.id = 'googleidentityservice_button_styles'
  style.textContent = '.fake-google-button { color: rgb(26, 115, 232) }'
  style.setAttribute('nonce', document.currentScript.nonce)
  document.head.append(style)
  window.initializations = 0
  window.google = { accounts: { id: {
    initialize(options) { settings = options; window.initializations++ },
    renderButton(place, look) {
      const button = document.createElement('button')
      button.className = 'fake-google-button'
      button.textContent = look.locale.startsWith('ko') ? 'Google 계정으로 계속' : 'Continue with Google'
      button.onclick = async () => {
        const query = new URLSearchParams({ nonce: settings.nonce, aud: settings.client_id })
        const reply = await fetch('${GOOGLE}/gsi/token?' + query)
        settings.callback({ credential: await reply.text() })
      }
      place.append(button)
    },
  } } }`

const realFetch = globalThis.fetch
let keys: CryptoKeyPair
let clock: RunningClock
/** Who signs in at the fake Google. */
let subject = 'Mina'

const site = setUpSite(async () => {
  keys = await generateKeyPair('RS256')
  const jwk = { ...(await exportJWK(keys.publicKey)), kid: 'test', alg: 'RS256', use: 'sig' }
  // Only the server's request for Google's keys is answered here.
  const standIn = (...[input, init]: Parameters<typeof fetch>) =>
    String(input).startsWith('https://www.googleapis.com/oauth2/v3/certs')
      ? Promise.resolve(Response.json({ keys: [jwk] }))
      : realFetch(input, init)
  globalThis.fetch = Object.assign(standIn, { preconnect: realFetch.preconnect })
  clock = runningClock(new Date().toISOString())
  return { clock, settings: { GOOGLE_CLIENT_ID: CLIENT_ID } }
})
test.afterAll(() => {
  globalThis.fetch = realFetch
})

/** Routes the page's requests to the fake Google; `nonce` replaces the requested one. */
async function meetGoogle(page: Page, nonce?: string): Promise<void> {
  await page.route(`${GOOGLE}/gsi/client`, (route) =>
    route.fulfill({ contentType: 'text/javascript', body: SCRIPT }),
  )
  await page.route(`${GOOGLE}/gsi/token*`, async (route) => {
    const query = new URL(route.request().url()).searchParams
    const claims = {
      nonce: nonce ?? query.get('nonce'),
      email: `${subject.toLowerCase()}@example.com`,
      email_verified: true,
      given_name: subject,
    }
    const seconds = Math.floor(clock.now() / 1000)
    const body = await new SignJWT(claims)
      .setProtectedHeader({ alg: 'RS256', kid: 'test' })
      .setIssuer(GOOGLE)
      .setAudience(query.get('aud') ?? '')
      .setSubject(`id-of-${subject}`)
      .setIssuedAt(seconds)
      .setExpirationTime(seconds + 300)
      .sign(keys.privateKey)
    await route.fulfill({ body, headers: { 'access-control-allow-origin': '*' } })
  })
}

test.describe('with Google', () => {
  test("Google's button signs in and returns to the previous screen", async () => {
    const { page } = await site.open({ path: '/donation' })
    await meetGoogle(page)
    await page.getByRole('link', { name: 'Login' }).click()
    await page.getByRole('button', { name: 'Continue with Google' }).click()
    await page.getByRole('banner').getByText('Mina', { exact: true }).waitFor()
    await page.waitForURL(`${site.url}/donation`)
    await page.goBack()
    await expect.poll(() => new URL(page.url()).pathname).not.toBe('/login')
  })

  test('a session that the browser cannot store ends on the server', async () => {
    const { page } = await site.open({ path: '/terms' })
    await meetGoogle(page)
    await page.addInitScript(() => {
      Storage.prototype.setItem = () => {
        throw new DOMException('The operation is insecure.', 'SecurityError')
      }
    })
    await visit(page, `${site.url}/login`)
    const ended = page.waitForResponse('**/api/v1/auth/logout')
    await page.getByRole('button', { name: 'Continue with Google' }).click()
    const words = 'This browser does not let the site store anything.'
    await page.getByRole('alert').getByText(words).waitFor()
    expect((await ended).status()).toBe(200)
  })

  test('a second Google account is added after a confirmation with the first', async () => {
    const { page, pageErrors } = await site.open({ path: '/settings/account' })
    await meetGoogle(page)
    await page.getByRole('banner').getByRole('link', { name: 'Login' }).click()
    await page.getByRole('button', { name: 'Continue with Google' }).click()
    const add = page.getByRole('group', { name: 'Add a sign-in method' })
    const confirmation = page.getByRole('group', { name: 'Confirm that it is you' })
    const google = { name: 'Continue with Google' }
    await page.getByRole('banner').getByText('Mina', { exact: true }).waitFor()
    await visit(page, `${site.url}/settings/account`)
    await add.getByRole('button', google).waitFor()
    clock.set(new Date(Date.now() + 6 * 60_000).toISOString())
    await add.getByRole('button', google).click()
    await confirmation.getByRole('button', google).click()
    await page.getByText('Confirmed. You can go on.').waitFor()
    subject = 'Second'
    await add.getByRole('button', google).click()
    await page.getByText('The sign-in method was added.').waitFor()
    subject = 'Mina'
    clock.set(new Date().toISOString())
    pageErrors.splice(0)
  })

  test("the button is in the page's language", async () => {
    const { page } = await site.open({ locale: 'ko-KR' })
    await meetGoogle(page)
    await page.getByRole('link', { name: '로그인' }).click()
    await page.getByRole('button', { name: 'Google 계정으로 계속' }).waitFor()
    await page.getByLabel('언어').selectOption('English')
    await page.getByRole('button', { name: 'Continue with Google' }).waitFor()
    await expect.poll(() => page.evaluate('window.initializations')).toBe(1)
  })

  test("the policy allows the style that Google's script adds, wherever the visit began", async () => {
    const { page } = await site.open({ path: '/donation' })
    await meetGoogle(page)
    await expect(page.locator('meta[property="csp-nonce"]')).toHaveCount(0)
    const button = page.getByRole('button', { name: 'Continue with Google' })
    const colorOf = () => button.evaluate((element) => getComputedStyle(element).color)
    await page.getByRole('link', { name: 'Login' }).click()
    await button.waitFor()
    await expect.poll(() => colorOf()).toBe('rgb(26, 115, 232)')
    // Each document has a nonce of its own; a stored one is used with its own policy.
    await reload(page)
    await button.waitFor()
    await expect.poll(() => colorOf()).toBe('rgb(26, 115, 232)')
    await visit(page, `${site.url}/donation`)
    await page.goBack()
    await button.waitFor()
    await expect.poll(() => colorOf()).toBe('rgb(26, 115, 232)')
  })

  for (const row of [
    ['en-US', 'Login', 'Continue with Google', 'Login failed. Please try again.'],
    ['ko-KR', '로그인', 'Google 계정으로 계속', '로그인에 실패했습니다. 다시 시도해 주세요.'],
  ] as const) {
    test(`rejects a token of another attempt (${row[0]})`, fullIf(row[0] === 'ko-KR'), async () => {
      const [locale, login, button, words] = row
      const { page } = await site.open({ locale })
      await meetGoogle(page, 'another')
      await page.getByRole('link', { name: login }).click()
      await page.getByRole('button', { name: button }).click()
      await page.getByRole('alert').getByText(words).waitFor()
      await page.getByRole('button', { name: button }).waitFor()
    })
  }

  for (const row of [
    ['en-US', 'Login', 'The Google sign-in could not be loaded.', 'Try again'],
    ['ko-KR', '로그인', 'Google 로그인을 불러오지 못했습니다.', '다시 시도'],
  ] as const) {
    test(
      `shows that the script is blocked and can retry (${row[0]})`,
      fullIf(row[0] === 'ko-KR'),
      async () => {
        const [locale, login, words, retry] = row
        const { page, pageErrors } = await site.open({ locale })
        await page.route(`${GOOGLE}/**`, (route) => route.abort())
        await page.getByRole('link', { name: login }).click()
        await page.getByText(words).waitFor()
        await page.unroute(`${GOOGLE}/**`)
        await meetGoogle(page)
        await page.getByRole('button', { name: retry }).click()
        await page.getByRole('button', { name: /Google/ }).waitFor()
        pageErrors.splice(0)
      },
    )
  }

  test('the home screen requests nothing from Google', async () => {
    const { page } = await site.open({ path: '/donation' })
    const urls: string[] = []
    page.on('request', (request) => urls.push(request.url()))
    await page.getByRole('link', { name: 'Tidemark, home' }).click()
    await page.getByText('closes in').waitFor()
    expect(urls.filter((url) => url.startsWith(GOOGLE))).toEqual([])
  })
})
