import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test'
import { type Site, START_PATIENCE_MS, startSite } from './support/site.ts'

let site: Site
beforeAll(async () => {
  site = await startSite()
}, START_PATIENCE_MS)
afterAll(() => site.stop())
afterEach(() => expect(site.complaints()).toEqual([]))

describe('language', () => {
  test('follows the browser, can be chosen, and is remembered', async () => {
    const { page } = await site.visit({ locale: 'ko-KR' })
    await page.getByText('투표 마감까지').waitFor()
    expect(await page.evaluate(() => document.documentElement.lang)).toBe('ko-KR')
    await page.getByLabel('언어').selectOption('English')
    await page.getByText('Voting closes in').waitFor()
    await page.reload()
    await page.getByText('Voting closes in').waitFor()
    expect(await page.evaluate(() => localStorage.userLocale)).toBe('en-US')
  })

  test('is English where the browser speaks neither', async () => {
    const { page } = await site.visit({ locale: 'fr-FR' })
    await page.getByText('Voting closes in').waitFor()
  })
})

describe('theme', () => {
  test('follows the system, then the choice, and is remembered', async () => {
    const { page } = await site.visit({ colorScheme: 'dark' })
    const background = () =>
      page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)
    await page.getByText('Voting closes in').waitFor()
    const dark = await background()
    await page.getByRole('button', { name: 'Theme: System theme' }).click()
    await page.getByRole('button', { name: 'Theme: Light theme' }).waitFor()
    const light = await background()
    expect(light).not.toBe(dark)
    await page.reload()
    await page.getByRole('button', { name: 'Theme: Light theme' }).click()
    await page.getByRole('button', { name: 'Theme: Dark theme' }).waitFor()
    expect(await background()).toBe(dark)
  })
})

describe('a narrow screen', () => {
  test.each([
    ['/', 'en-US'],
    ['/', 'ko-KR'],
    ['/login', 'en-US'],
    ['/login', 'ko-KR'],
  ])('%s in %s has no horizontal scroll at 375 px', async (path, locale) => {
    const { page } = await site.visit({ path, locale, viewport: { width: 375, height: 812 } })
    const landmark = path === '/' ? page.getByRole('article').last() : page.locator('main button')
    await landmark.waitFor()
    const widths = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth])
    expect(widths).toEqual([375, 375])
  })
})

describe('trouble', () => {
  test('offline is said, and taken back', async () => {
    const { page, complaints } = await site.visit()
    await page.getByText('Voting closes in').waitFor()
    await page.context().setOffline(true)
    await page.getByText('Offline. What you see may be old.').waitFor()
    await page.context().setOffline(false)
    await page.getByText('Offline. What you see may be old.').waitFor({ state: 'hidden' })
    complaints.splice(0)
  })

  test('a list that cannot be read says why and is offered again', async () => {
    const { page, complaints } = await site.visit({ path: '/login' })
    await page.route('**/api/v1/users/rankers', (route) => route.fulfill({ status: 500 }))
    await page.getByRole('link', { name: 'Back to Home' }).click()
    const rankers = page.getByRole('region', { name: 'Rankers' })
    await rankers.getByText('This could not be loaded. The server cannot be reached.').waitFor()
    await page.unroute('**/api/v1/users/rankers')
    await rankers.getByRole('button', { name: 'Try again' }).click()
    await rankers.getByText('Nobody has points yet.').waitFor()
    complaints.splice(0)
  })
})
