import { expect, test } from 'playwright/test'
import { freePort } from '#build/setup/free-port.mjs'
import { type OidcStandIn, standInEntry, startOidcStandIn } from '#tests/support/oidc-stand-in.ts'
import { violationsOn } from './support/axe.ts'
import { bridgeCalls, openDesktopWindow, sessionOf } from './support/fake-bridge.ts'
import { signInQuickly } from './support/session.ts'
import { setUpSite } from './support/set-up-site.ts'
import { visit } from './support/until-ready.ts'

const PATH = '/settings/account'

let standIn: OidcStandIn
let subjects = 6_000_000_000

const site = setUpSite(async () => {
  const port = String(await freePort())
  const url = `http://127.0.0.1:${port}`
  standIn = await startOidcStandIn({
    clientId: 'rest-key',
    clientSecret: 'stand-in-secret',
    redirectUris: [`${url}/api/v1/auth/oidc/kakao/callback`],
  })
  const providers = JSON.stringify([standInEntry(standIn.issuer)])
  return {
    settings: { PORT: port, PUBLIC_URL: url, OIDC_PROVIDERS: providers },
    expectedErrors: /409|422/,
  }
})
test.beforeEach(() => {
  standIn.plan.subject = `${++subjects}`
})
test.afterAll(() => standIn.stop())

test('links Kakao, signs in with it to the same account, and removes it; the older one is held', async () => {
  const { page } = await site.open({ path: PATH, user: 'Linker' })
  const list = page.getByRole('list', { name: 'Sign-in methods' })
  await page.getByText('The only sign-in method cannot be removed.').waitFor()
  await page.getByRole('button', { name: 'Login with Kakao' }).press('Enter')
  await page.locator('#agree').click()
  await page.getByText('The sign-in method was added.').waitFor()
  await expect(page).toHaveURL(site.url + PATH)
  await expect(list.getByRole('listitem')).toHaveCount(2)
  await expect.poll(() => violationsOn(page)).toEqual([])

  await page.getByRole('banner').getByRole('button', { name: 'Logout' }).click()
  await page.getByRole('banner').getByRole('link', { name: 'Login' }).waitFor()
  await visit(page, `${site.url}/login`)
  await page.getByRole('button', { name: 'Login with Kakao' }).click()
  await page.locator('#agree').click()
  await page.getByRole('banner').getByText('Linker', { exact: true }).waitFor()
  await visit(page, site.url + PATH)
  await expect(list.getByRole('listitem').filter({ hasText: 'Kakao' })).toContainText(
    'Used on this device',
  )
  const trial = list.getByRole('listitem').filter({ hasText: 'Trial sign-in' })
  await expect(trial).toContainText('Another method was added: this one can be removed from')
  await expect(trial.getByRole('button')).toHaveCount(0)
  await page.getByRole('button', { name: 'Remove: Kakao' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await page.getByText('Kakao was removed.').waitFor()
  await expect(list).toBeFocused()
  await expect(list.getByRole('listitem')).toHaveText(/^Trial sign-in/)
  await page.getByText('The only sign-in method cannot be removed.').waitFor()
})

test("explains a canceled link, another person's identity and a change of the session", async () => {
  const owner = await site.open({ path: '/login' })
  await owner.page.getByRole('button', { name: 'Login with Kakao' }).click()
  await owner.page.locator('#agree').click()
  await owner.page.getByRole('banner').getByText('미나', { exact: true }).waitFor()

  const { page } = await site.open({ path: PATH, user: 'Other' })
  const kakao = page.getByRole('button', { name: 'Login with Kakao' })
  await kakao.click()
  await page.locator('#cancel').click()
  await page.getByRole('alert').getByText('Nothing was added').waitFor()
  await kakao.click()
  await page.locator('#agree').click()
  await page.getByRole('alert').getByText('belongs to another account').waitFor()

  standIn.plan.subject = `${++subjects}`
  await kakao.click()
  const answer = (await page.locator('#agree').getAttribute('href')) ?? ''
  const next = await signInQuickly(site.url, 'Next')
  await visit(page, `${site.url}/terms`)
  await page.evaluate(({ token, refreshToken }) => {
    localStorage.setItem('accessToken', token)
    localStorage.setItem('refreshToken', refreshToken)
  }, next)
  await visit(page, answer)
  await page.getByRole('alert').getByText('The sign-in method was not added.').waitFor()
  await expect(
    page.getByRole('list', { name: 'Sign-in methods' }).getByRole('listitem'),
  ).toHaveCount(1)
})

test('the desktop app links in the system browser, in Korean with Kakao first', async () => {
  const session = await sessionOf(site, 'Desktop')
  const { page } = await openDesktopWindow(site, { session }, { path: PATH, locale: 'ko-KR' })
  const methods = page.getByRole('group', { name: '로그인 방법 추가' }).getByRole('button')
  await methods.first().waitFor()
  await expect.poll(() => methods.allInnerTexts()).toEqual(['카카오 로그인', '체험용 로그인'])
  await methods.first().click()
  await page.getByText('브라우저에서 계속해 주세요').waitFor()
  await expect.poll(() => bridgeCalls(page)).toContain('session:link ko-KR kakao link')
  await page.getByRole('button', { name: '취소' }).click()
  await page.getByRole('alert').getByText('로그인을 취소하여 추가하지 않았습니다.').waitFor()
})
