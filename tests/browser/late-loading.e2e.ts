import type { Page } from 'playwright'
import { expect, test } from 'playwright/test'
import { setUpSite } from './support/set-up-site.ts'

const site = setUpSite()

/** Holds every module back until the returned function is called. */
async function holdModules(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(/\/assets\/(?!early-)[^/]*\.js$/, async (route) => {
    await promise
    await route.continue()
  })
  return resolve
}

test('a click and a choice that come before the app has loaded are repeated', async () => {
  const { page } = await site.open({ path: '/icon.svg' })
  const release = await holdModules(page)
  await page.goto(site.url)
  const settings = page.getByRole('dialog')
  await page.getByRole('button', { name: 'Settings' }).click()
  await expect(settings).toHaveCount(0)
  release()
  await expect(settings).toBeVisible()

  await page.goto(`${site.url}/icon.svg`)
  const releaseAgain = await holdModules(page)
  await page.goto(site.url)
  await page.getByRole('combobox', { name: 'Language' }).selectOption('ko-KR')
  releaseAgain()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('비트코인')
})

test('a hidden tab, and a browser that reports no paint, load the app too', async () => {
  for (const init of [
    () => Object.defineProperty(document, 'hidden', { value: true }),
    () => Object.assign(PerformanceObserver.prototype, { observe: () => {} }),
  ]) {
    const { page } = await site.open({ path: '/icon.svg' })
    await page.addInitScript(init)
    await page.goto(site.url)
    await page.getByRole('button', { name: 'Settings' }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
  }
})
