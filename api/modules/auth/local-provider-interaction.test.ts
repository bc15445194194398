import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { createBrowser, serverClient, startAttempt, submitForm } from '#tests/support/sign-in.ts'
import { type LocalProvider, startLocalProvider } from './local-provider.ts'

const ORIGIN = 'http://127.0.0.1:3000'
const SITE = 'https://tidemark.example'
const client = serverClient(ORIGIN)
const { redirectUri } = client
let provider: LocalProvider

beforeAll(async () => {
  provider = await startLocalProvider({ port: 0, redirectUri, webOrigins: [SITE] })
})
afterAll(() => provider.stop())

async function form() {
  const { response } = await createBrowser().open(startAttempt(provider.issuer, client).url)
  return { page: await response.text(), headers: response.headers }
}

describe('the sign-in form', () => {
  test('has one labelled field and the two buttons, sign-in first', async () => {
    const { page } = await form()
    expect(page).toContain('<label for="name">Your name</label>')
    expect(page).toMatch(
      /<input id="name" name="name" type="text"[^>]* maxlength="64" required autofocus/,
    )
    expect(page.indexOf('value="sign-in"')).toBeLessThan(page.indexOf('value="cancel"'))
    expect(page).not.toMatch(/<script|https?:\/\/|src=|url\(/)
  })

  test.each([
    ['ui_locales', 'ko-KR en', undefined, 'ko'],
    ['ui_locales before the header', 'en', 'ko-KR,ko;q=0.9', 'en'],
    ['an unknown locale, then the header', 'fr', 'ko-KR,ko;q=0.9,en;q=0.8', 'ko'],
    ['the header', '', 'ko-KR,ko;q=0.9,en;q=0.8', 'ko'],
    ['the header by quality', '', 'ko;q=0.3,en-GB;q=0.8', 'en'],
    ['an unknown language', '', 'fr', 'en'],
  ])('uses the language requested by %s', async (_name, uiLocales, accept, language) => {
    const browser = createBrowser()
    const changes = uiLocales ? { ui_locales: uiLocales } : {}
    const { url } = startAttempt(provider.issuer, client, changes)
    const init = accept ? { headers: { 'accept-language': accept } } : {}
    const first = await browser.open(url, init)
    const page = await (await browser.open(first.url, init)).response.text()
    expect(page).toContain(`<html lang="${language}">`)
    expect(page).toContain(language === 'ko' ? '>로그인</button>' : '>Sign in</button>')
  })

  test('has a strict content security policy that allows the redirects behind the form', async () => {
    const { headers } = await form()
    const policy = headers.get('content-security-policy') ?? ''
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain(`form-action 'self' ${ORIGIN} ${SITE} http://127.0.0.1:*;`)
    expect(policy).toContain("frame-ancestors 'none'")
    // The page's own empty icon; without one the browser asks for /favicon.ico, which is refused.
    expect(policy).toContain('img-src data:;')
    expect(policy).not.toContain('unsafe')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('cache-control')).toBe('no-store')
  })

  test('shows an invalid name again, escaped, with the reason', async () => {
    const attempt = startAttempt(provider.issuer, client, { ui_locales: 'ko' })
    const name = '"><script>alert(1)</script>@'
    const { response, leftFor } = await submitForm(attempt, { name, action: 'sign-in' })
    const page = await response.text()
    expect(leftFor).toBeUndefined()
    expect(response.status).toBe(422)
    expect(page).toContain('role="alert"')
    expect(page).toContain('aria-invalid="true"')
    expect(page).toContain('value="&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;@"')
    expect(page).not.toContain('<script')
  })

  test('accepts a valid name after an invalid one', async () => {
    const browser = createBrowser()
    const attempt = startAttempt(provider.issuer, client)
    const refused = await submitForm(attempt, { name: ' ', action: 'sign-in' }, browser)
    const body = new URLSearchParams({ name: 'Ada', action: 'sign-in' })
    const { leftFor } = await browser.open(refused.url, { method: 'POST', body })
    expect(leftFor?.searchParams.get('code')).toBeTruthy()
  })

  test('shows the expired page to a browser without the cookie', async () => {
    const { url } = await createBrowser().open(startAttempt(provider.issuer, client).url)
    const body = new URLSearchParams({ name: 'Mallory', action: 'sign-in' })
    const { response, leftFor } = await createBrowser().open(url, { method: 'POST', body })
    expect(leftFor).toBeUndefined()
    expect(response.status).toBe(400)
    expect(await response.text()).toContain('Go back to Tidemark')
  })

  test('rejects the cookie of another sign-in', async () => {
    const own = await createBrowser().open(startAttempt(provider.issuer, client).url)
    const other = await createBrowser().open(startAttempt(provider.issuer, client).url)
    const uid = new URL(own.url).pathname.split('/').at(-1)
    const cookie = `tidemark_local_interaction=${uid}`
    expect((await fetch(own.url, { headers: { cookie } })).status).toBe(200)
    expect((await fetch(other.url, { headers: { cookie } })).status).toBe(400)
  })

  test.each([
    ['a huge body', new URLSearchParams({ name: 'a'.repeat(100_000) })],
    ['another content type', JSON.stringify({ name: 'Ada' })],
  ])('shows the form again after %s', async (_name, body) => {
    const browser = createBrowser()
    const { url } = await browser.open(startAttempt(provider.issuer, client).url)
    const { response } = await browser.open(url, { method: 'POST', body })
    expect(response.status).toBe(400)
    expect(await response.text()).toContain('name="name"')
  })
})
