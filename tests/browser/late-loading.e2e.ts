import type { Page } from 'playwright'
import { expect, test } from 'playwright/test'
import { offlineNotice } from './support/go-offline.ts'
import { setUpSite } from './support/set-up-site.ts'

// The browser logs each part that fails to load.
const site = setUpSite({ expectedErrors: /net::ERR_FAILED|status of 404/ })

const MODULES = /\/assets\/(?!early-)[^/]*\.js$/
/** Wait before a page without one of its files reloads, with some margin. */
const RELOAD_AFTER_MS = 4_000

/** Holds modules back until the returned function is called. */
async function holdModules(page: Page, modules = MODULES): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(modules, async (route) => {
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

for (const [kind, path, file] of [
  ['module', '/', /\/assets\/index-[^/]*\.js$/],
  ['sheet', '/', /\/assets\/page-[^/]*\.css$/],
  ['module, without markup,', '/login', /\/assets\/index-[^/]*\.js$/],
] as const) {
  /** Opens a page whose first navigations miss the file, and lets time pass until it has reloaded. */
  const openReloaded = async (failures: number) => {
    const { page } = await site.open({ path: '/icon.svg' })
    await page.clock.install()
    let navigations = 0
    let loads = 0
    page.on('request', (request) => {
      if (request.isNavigationRequest()) navigations += 1
    })
    page.on('load', () => {
      loads += 1
    })
    await page.route(file, (route) =>
      navigations > failures ? route.continue() : route.fulfill({ status: 404 }),
    )
    await page.goto(site.url + path)
    await expect(async () => {
      await page.clock.runFor(RELOAD_AFTER_MS)
      expect(loads).toBe(2)
    }).toPass()
    return { page, navigations: () => navigations }
  }

  test(`a page that misses a ${kind} reloads itself`, async () => {
    const { page } = await openReloaded(1)
    await page.getByRole('button', { name: 'Settings' }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await expect(page.locator('body')).toHaveCSS('margin', '0px')
  })

  test(`a page that misses a ${kind} at each load reloads itself once`, async () => {
    const { page, navigations } = await openReloaded(Number.POSITIVE_INFINITY)
    for (let round = 0; round < 10; round += 1) {
      await page.clock.runFor(RELOAD_AFTER_MS)
      await page.evaluate(() => fetch('/livez'))
    }
    expect(navigations()).toBe(2)
  })
}

test.describe('a part that loads by itself', () => {
  const live = (page: Page) => page.getByText('Real-time', { exact: true }).first()

  test('is loaded again after a failure, without an event', async () => {
    const { page } = await site.open({ path: '/icon.svg', user: 'Patient' })
    const parts = /\/assets\/(live-connection|bell|start-later|offline-notice)-.*\.js$/
    await page.route(parts, (route) => route.abort())
    await page.goto(site.url)
    await page.getByText('Offline', { exact: true }).first().waitFor()
    await page.unroute(parts)
    await live(page).waitFor()
    await page.getByRole('link', { name: /^Notifications/ }).waitFor()
    await page.waitForFunction(() => localStorage.installOffer === 'visited')
  })

  test('shows an alert that came before it', async () => {
    const { page } = await site.open({ path: '/icon.svg', user: 'Alerted' })
    const release = await holdModules(page, /\/assets\/bell-.*\.js$/)
    const stream = page.waitForEvent('websocket')
    await page.goto(`${site.url}/settings/alerts`)
    await (await stream).waitForEvent('framereceived')
    await page.getByRole('button', { name: 'Send me a test' }).click()
    await page.getByText('A test is in your list and your open windows.').waitFor()
    release()
    await page.getByText('Alerts of Tidemark reach this device.').waitFor()
  })

  test('is offered by a reload where the server no longer has it', async () => {
    const { page } = await site.open({ path: '/icon.svg' })
    const part = '**/assets/live-connection-*.js'
    await page.route(part, (route) => route.fulfill({ status: 404 }))
    await page.goto(site.url)
    await offlineNotice(page).waitFor()
    await page.getByText('Part of this page could not be loaded. Drafts are kept.').waitFor()
    await page.unroute(part)
    await page.getByRole('button', { name: 'Reload' }).click()
    await live(page).waitFor()
    await expect(offlineNotice(page)).toHaveCount(0)
  })

  test('is replaced by its failure and a button where it is the chart', async () => {
    const { page } = await site.open({ path: '/icon.svg', user: 'Charted' })
    const part = '**/assets/chart-plot-*.js'
    await page.route(part, (route) => route.abort())
    await page.goto(`${site.url}/vote`)
    const failure = page.getByRole('alert').filter({ hasText: 'The prices could not be loaded.' })
    await failure.waitFor()
    await page.unroute(part)
    await failure.getByRole('button', { name: 'Try again' }).click()
    await page.locator('canvas').waitFor()
    await expect(failure).toHaveCount(0)
  })
})
