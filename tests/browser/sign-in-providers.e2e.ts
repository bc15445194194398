import { expect, test } from 'playwright/test'
import { freePort } from '#build/setup/free-port.mjs'
import { type OidcStandIn, standInEntry, startOidcStandIn } from '#tests/support/oidc-stand-in.ts'
import { violationsOn } from './support/axe.ts'
import { bridgeCalls, openDesktopWindow } from './support/fake-bridge.ts'
import { setUpSite } from './support/set-up-site.ts'

let standIn: OidcStandIn

const site = setUpSite(async () => {
  const port = String(await freePort())
  const url = `http://127.0.0.1:${port}`
  standIn = await startOidcStandIn({
    clientId: 'rest-key',
    clientSecret: 'stand-in-secret',
    redirectUris: [`${url}/api/v1/auth/oidc/kakao/callback`],
  })
  const unreachable = 'http://127.0.0.1:9'
  const providers = [
    standInEntry(unreachable, { id: 'naver', kind: 'naver', label: undefined }),
    standInEntry(standIn.issuer),
  ]
  return {
    settings: { PORT: port, PUBLIC_URL: url, OIDC_PROVIDERS: JSON.stringify(providers) },
  }
})
test.afterAll(() => standIn.stop())

test('Kakao signs in on the web, or says that it was cancelled', async () => {
  const { page } = await site.open({ path: '/login' })
  const kakao = page.getByRole('button', { name: 'Login with Kakao' })
  await kakao.click()
  await page.locator('#cancel').click()
  await page.getByText('The login was canceled.').waitFor()
  await kakao.click()
  await page.locator('#agree').click()
  await page.getByRole('banner').getByText('미나', { exact: true }).waitFor()
  // The one-time code stays neither in the address nor in the history.
  await expect(page).toHaveURL(`${site.url}/`)
})

test('a sign-in that the browser was told to stop can be started again', async () => {
  const { page } = await site.open({ path: '/login' })
  let starts = 0
  // Without content the page stays, as after Stop or back from the provider.
  await page.route('**/auth/oidc/*/start*', (route) => {
    starts++
    return route.fulfill({ status: 204 })
  })
  const kakao = page.getByRole('button', { name: 'Login with Kakao' })
  await kakao.click()
  await expect.poll(() => starts).toBe(1)
  const again = async () => {
    await kakao.click()
    return starts
  }
  await expect.poll(again).toBeGreaterThan(1)
})

test('a code of another browser signs nobody in', async () => {
  const first = await site.open({ path: '/login' })
  await first.page.getByRole('button', { name: 'Login with Kakao' }).click()
  const answer = await first.page.locator('#agree').getAttribute('href')
  const other = await site.open({ path: '/login' })
  await other.page.goto(answer ?? '')
  await other.page.getByText('Login failed. Please try again.').waitFor()
  await expect.poll(() => other.page.evaluate(() => localStorage.getItem('accessToken'))).toBeNull()
})

test('the buttons follow the rules of the providers, Kakao first in Korean', async () => {
  const names = ['카카오 로그인', '체험용 로그인', '네이버 로그인']
  const { page } = await site.open({ path: '/login', locale: 'ko-KR' })
  const buttons = page.getByRole('main').getByRole('button')
  await buttons.first().waitFor()
  await expect.poll(() => buttons.allInnerTexts()).toEqual(names)
  const look = await buttons.first().evaluate((button) => {
    const { backgroundColor, borderRadius } = getComputedStyle(button)
    const label = button.querySelector('span')
    const symbol = button.querySelector('svg')
    return [
      ...[backgroundColor, borderRadius],
      ...[label && getComputedStyle(label).color, symbol && getComputedStyle(symbol).fill],
    ]
  })
  expect(look).toEqual(['rgb(254, 229, 0)', '12px', 'rgba(0, 0, 0, 0.85)', 'rgb(0, 0, 0)'])
  await buttons.last().click()
  await page.getByText('로그인 서비스가 응답하지 않습니다.').waitFor()
})

test('the desktop app opens the chosen provider in the system browser', async () => {
  const { page } = await openDesktopWindow(site, {}, { path: '/login' })
  await page.getByRole('button', { name: 'Login with Kakao' }).click()
  await page.getByText('Continue in your browser').waitFor()
  await expect.poll(() => bridgeCalls(page)).toContain('session:sign-in en-US kakao')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('alert').getByText('The login was canceled.').waitFor()
  await expect.poll(() => violationsOn(page)).toEqual([])
})
