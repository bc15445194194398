import type { Page } from 'playwright'
import { expect, test } from 'playwright/test'
import { freePort } from '#build/setup/free-port.mjs'
import { type OidcStandIn, standInEntry, startOidcStandIn } from '#tests/support/oidc-stand-in.ts'
import { violationsOn } from './support/axe.ts'
import { bridgeCalls, openDesktopWindow, sessionOf } from './support/fake-bridge.ts'
import { PHONE } from './support/profile-page.ts'
import { type RunningClock, runningClock } from './support/running-clock.ts'
import { setUpSite } from './support/set-up-site.ts'

const PATH = '/settings/account'

let standIn: OidcStandIn
let clock: RunningClock

const site = setUpSite(async () => {
  const port = String(await freePort())
  const url = `http://127.0.0.1:${port}`
  clock = runningClock(new Date().toISOString())
  standIn = await startOidcStandIn({
    clientId: 'rest-key',
    clientSecret: 'stand-in-secret',
    redirectUris: [`${url}/api/v1/auth/oidc/kakao/callback`],
  })
  const providers = JSON.stringify([standInEntry(standIn.issuer)])
  return {
    clock,
    settings: { PORT: port, PUBLIC_URL: url, OIDC_PROVIDERS: providers },
    expectedErrors: /status of 40[139]/,
  }
})
test.beforeEach(() => clock.set(new Date().toISOString()))
test.afterAll(() => standIn.stop())

/** Lets more time pass than a sign-in is recent for. */
const wait = () => clock.set(new Date(Date.now() + 6 * 60_000).toISOString())

async function signInAgain(page: Page, name: string): Promise<void> {
  const panel = page.getByRole('group', { name: 'Confirm that it is you' })
  await panel.getByRole('button', { name: 'Try it here' }).click()
  await page.locator('#name').fill(name)
  await page.locator('#name').press('Enter')
}

test('a deletion leads through a sign-in and back, with what was typed', async () => {
  const { page } = await site.open({ path: PATH, user: 'Mina' })
  const field = page.getByLabel('Type your nickname to confirm: Mina')
  const button = page.getByRole('button', { name: 'Delete account for good' })
  await field.fill('Mina')
  wait()
  await button.click()
  await expect(page.getByRole('heading', { name: 'Confirm that it is you' })).toBeFocused()
  await expect.poll(() => violationsOn(page)).toEqual([])

  await signInAgain(page, 'Somebody else')
  await page.getByRole('alert').getByText('belongs to another account').waitFor()
  await page.getByRole('banner').getByText('Mina', { exact: true }).waitFor()
  await expect(field).toHaveValue('Mina')

  await signInAgain(page, 'Mina')
  await page.getByText('Confirmed. You can go on.').waitFor()
  await expect(page).toHaveURL(site.url + PATH)
  await expect(button).toBeInViewport()
  await expect(field).toHaveValue('Mina')
  await button.click()
  await page.getByText('Your account is deleted.').waitFor()
})

test('a download and a link ask for it in Korean on a phone', async () => {
  const options = { path: PATH, user: 'Nari', locale: 'ko-KR', viewport: PHONE }
  const { page } = await site.open(options)
  await page.getByRole('heading', { name: '로그인한 기기' }).waitFor()
  wait()
  await page.getByRole('button', { name: '예측 내려받기(CSV)' }).click()
  await page.getByRole('heading', { name: '본인 확인' }).waitFor()
  await page
    .getByRole('group', { name: '로그인 방법 추가' })
    .getByRole('button', { name: '카카오 로그인' })
    .click()
  await page.getByText('먼저 본인 확인을 한 뒤').waitFor()
  await expect(page.getByRole('heading', { name: '본인 확인' })).toHaveCount(2)
  await expect.poll(() => violationsOn(page)).toEqual([])
})

test('the desktop app asks in the system browser and stays where it was', async () => {
  const session = await sessionOf(site, 'Desktop')
  const { page } = await openDesktopWindow(site, { session }, { path: PATH })
  const field = page.getByLabel('Type your nickname to confirm: Desktop')
  await field.fill('Desktop')
  wait()
  await page.getByRole('button', { name: 'Delete account for good' }).click()
  const panel = page.getByRole('group', { name: 'Confirm that it is you' })
  await panel.getByRole('button', { name: 'Login with Kakao' }).click()
  await expect.poll(() => bridgeCalls(page)).toContain('session:link en-US kakao confirm')
  await expect(field).toHaveValue('Desktop')
})
