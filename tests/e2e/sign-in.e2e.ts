import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { type Site, START_PATIENCE_MS, startSite } from './support/site.ts'

let site: Site
beforeAll(async () => {
  site = await startSite()
}, START_PATIENCE_MS)
afterAll(() => site.stop())
afterEach(() => expect(site.complaints()).toEqual([]))

/** Signs in as a person does: the header's Login, the provider's form, and back. */
async function signIn(page: Page, name: string): Promise<void> {
  await page.getByRole('link', { name: 'Login' }).click()
  await page.getByRole('button', { name: 'Sign in with the local provider' }).click()
  await page.getByLabel('Your name').fill(name)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('banner').getByText(name, { exact: true }).waitFor()
}

describe('sign-in', () => {
  test('through the provider, kept over a reload, ended by Logout', async () => {
    const { page } = await site.visit()
    await signIn(page, 'Mina')
    expect(new URL(page.url()).pathname).toBe('/')
    await page.reload()
    await page.getByRole('banner').getByText('Mina', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Logout' }).click()
    await page.getByRole('link', { name: 'Login' }).waitFor()
    const kept = await page.evaluate(() => [
      localStorage.getItem('accessToken'),
      localStorage.getItem('refreshToken'),
    ])
    expect(kept).toEqual([null, null])
  })

  test('an expired access token is renewed at the start, without a word', async () => {
    const { page } = await site.visit()
    await signIn(page, 'Jun')
    const [expired, refreshToken] = await page.evaluate(() => {
      const [head = '', payload = '', mark = ''] = (localStorage.accessToken ?? '').split('.')
      const claims = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/')))
      const old = btoa(JSON.stringify({ ...claims, exp: 1 }))
      localStorage.accessToken = [head, old, mark].join('.')
      return [localStorage.accessToken, localStorage.refreshToken]
    })
    await page.reload()
    await page.getByRole('banner').getByText('Jun', { exact: true }).waitFor()
    const renewed = await page.evaluate(() => [localStorage.accessToken, localStorage.refreshToken])
    expect(renewed[0]).not.toBe(expired)
    expect(renewed[1]).not.toBe(refreshToken)
  })

  test('cancelled at the provider, the login screen says so', async () => {
    const { page } = await site.visit({ path: '/login' })
    await page.getByRole('button', { name: 'Sign in with the local provider' }).click()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.getByText('The login was cancelled.').waitFor()
    await page.getByRole('link', { name: 'Back to Home' }).click()
    await page.getByText('Voting closes in').waitFor()
  })

  test('an answer that nobody asked for signs nobody in', async () => {
    const { page } = await site.visit({ path: '/login/callback?code=x&state=y' })
    await page.getByText('Login failed. Please try again.').waitFor()
    await page.getByRole('button', { name: 'Sign in with the local provider' }).waitFor()
  })
})

describe('a session that has ended', () => {
  test('is said once, and the person is logged out', async () => {
    const { page, complaints } = await site.visit()
    await signIn(page, 'Sora')
    await page.evaluate(() => {
      const [head = '', payload = '', mark = ''] = (localStorage.accessToken ?? '').split('.')
      const claims = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/')))
      localStorage.accessToken = [head, btoa(JSON.stringify({ ...claims, exp: 1 })), mark].join('.')
      localStorage.refreshToken = 'not-a-token'
    })
    await page.reload()
    await page.getByText('Your session has expired. Please log in again.').waitFor()
    await page.getByRole('link', { name: 'Login' }).waitFor()
    expect(await page.locator('[data-toast=sessionExpiredToast]').count()).toBe(1)
    // The browser itself writes the refused renewal into the console, and nothing else is there.
    expect(complaints.splice(0)).toEqual([expect.stringContaining('401')])
  })
})
