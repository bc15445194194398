import { expect, test } from 'playwright/test'
import { PHONE } from './support/profile-page.ts'
import { setUpSite } from './support/set-up-site.ts'

// An open page refetches at the event of the deletion, which may arrive before its reply.
const site = setUpSite({ expectedErrors: /status of 401/ })
const open = (user: string, options = {}) =>
  site.open({ ...options, user, path: '/settings/account' })

test.describe('the account', () => {
  test('lists the sessions and downloads the data', async () => {
    const { page } = await open('Mina')
    await page.getByRole('heading', { name: 'Signed-in devices' }).waitFor()
    await page.getByText('This device', { exact: true }).waitFor()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download calls (CSV)' }).click(),
    ])
    expect(download.suggestedFilename()).toMatch(/^tidemark-[0-9A-Z]{6}\.csv$/)
    await page.getByText('Download started.').waitFor()
  })

  test('is deleted by keyboard after its nickname is typed, also on a phone', async () => {
    const { page } = await open('Leaver', { viewport: PHONE })
    const button = page.getByRole('button', { name: 'Delete account for good' })
    const field = page.getByLabel('Type your nickname to confirm: Leaver')
    await field.fill('leaver')
    await expect(button).toHaveAttribute('aria-disabled', 'true')
    await page.keyboard.press('Enter')
    await expect.poll(() => new URL(page.url()).pathname).toBe('/settings/account')
    await field.fill('Leaver')
    await page.keyboard.press('Enter')
    await page.getByText('Your account is deleted.').waitFor()
    // The message comes before the navigation.
    await expect.poll(() => new URL(page.url()).pathname).toBe('/')
    await page.getByRole('banner').getByRole('link', { name: 'Login' }).waitFor()
  })

  test('is deleted although its page hears of the ended session before the reply', async () => {
    const { page } = await open('Slow reply')
    await page.route('**/api/v1/account', async (route) => {
      const response = await route.fetch()
      await page.getByRole('banner').getByRole('link', { name: 'Login' }).waitFor()
      await route.fulfill({ response })
    })
    await page.getByLabel('Type your nickname to confirm: Slow reply').fill('Slow reply')
    await page.keyboard.press('Enter')
    await page.getByText('Your account is deleted.').waitFor()
    await expect.poll(() => new URL(page.url()).pathname).toBe('/')
  })

  test('signs out everywhere after a question', async () => {
    const { page } = await open('Nari')
    await page.getByRole('button', { name: 'Sign out everywhere' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Sign out everywhere' }).click()
    await page.getByRole('banner').getByRole('link', { name: 'Login' }).waitFor()
  })

  test('leaves no seen results at a logout, and its receipts only until they are removed', async () => {
    const { page } = await open('Shared')
    await page.getByRole('heading', { name: 'Signed-in devices' }).waitFor()
    const keys = await page.evaluate(() => {
      const payload = localStorage.getItem('accessToken')?.split('.')[1] ?? ''
      const { id } = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/')))
      const names = { seen: `seenCalls.${id}`, receipts: `receipts:${id}` }
      localStorage.setItem(names.seen, '{"seen":"2026-01-01T00:00:00.000Z","pending":[]}')
      localStorage.setItem(names.receipts, '{}')
      return names
    })
    const stored = (name: string) => page.evaluate((key) => localStorage.getItem(key), name)
    await page.getByRole('button', { name: 'Remove receipts from this device' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
    await page.getByText('The receipts were removed from this device.').waitFor()
    expect(await stored(keys.receipts)).toBeNull()
    expect(await stored(keys.seen)).not.toBeNull()
    await page.getByRole('banner').getByRole('button', { name: 'Logout' }).click()
    await page.getByRole('banner').getByRole('link', { name: 'Login' }).waitFor()
    expect(await stored(keys.seen)).toBeNull()
  })
})
