import { expect, test } from 'bun:test'
import type { Page } from 'playwright'
import { findViolations, report, type View } from '#tests/browser/support/axe.ts'
import { measureAxisTags } from '#tests/browser/support/chart.ts'
import { eventually } from '#tests/support/eventually.ts'
import type { RunningApp } from './stand-in/start.ts'
import { OVERTAKEN_BY_LOGOUT, signIn } from './support/journey.ts'
import { onStandIn } from './support/on-stand-in.ts'
import { setUpDesktopSite } from './support/set-up-desktop-site.ts'

const site = setUpDesktopSite({ price: 100_000, expectedErrors: OVERTAKEN_BY_LOGOUT })

const NARROW: readonly View[] = [
  { width: 420, colorScheme: 'light' },
  { width: 420, colorScheme: 'dark' },
]
/** Waits until the price axis has four tags, none over another and none cut. */
async function waitForTags(page: Page): Promise<void> {
  let seen = ''
  await eventually(() => seen === '4 tags, 0 overlaps, 0 cut', {
    what: 'the price axis has four separate tags',
    step: async () => {
      const { count, overlaps, cut } = await measureAxisTags(page)
      seen = `${count} tags, ${overlaps} overlaps, ${cut} cut`
    },
  })
}

const OPEN = 'Open the chart in its own window'
const windows = (app: RunningApp) => app.electron.BrowserWindow.getAllWindows()

test('the chart opens in one window of its own, which stays on top, and returns with its bounds', async () => {
  const first = await site.start({ profile: site.profile.folder, args: ['tidemark://vote'] })
  const main = await first.page()
  const button = main.getByRole('button', { name: OPEN })
  await button.click()
  await eventually(() => windows(first)[1]?.isFocused() === true)
  const window = windows(first)[1]
  const page = await first.page(1)
  expect(new URL(page.url()).pathname).toBe('/chart')
  expect(await page.locator('header, footer, nav').count()).toBe(0)
  expect(await page.getByRole('button', { name: OPEN }).count()).toBe(0)

  await button.click()
  await onStandIn(first).chooseInTray('Open the chart window')
  first.choose(first.applicationMenu(), '&File', 'Chart Window')
  expect(windows(first)).toHaveLength(2)

  await page.getByRole('button', { name: 'Keep on top of other windows' }).click()
  await eventually(() => window?.isAlwaysOnTop() === true)
  window?.setBounds({ x: 300, y: 200, width: 700, height: 500 })
  expect(await first.quit()).toEqual([])

  const second = await site.start({ profile: site.profile.folder })
  await eventually(() => windows(second)[1]?.isVisible() === true)
  expect(windows(second)[1]?.getBounds()).toEqual({ x: 300, y: 200, width: 700, height: 500 })
  expect(windows(second)[1]?.isAlwaysOnTop()).toBe(true)
  windows(second)[1]?.close()
  await eventually(() => windows(second).length === 1)
  expect(await second.quit()).toEqual([])
}, 180_000)

test('its window is live after a reload, opens screens in the main one and outlives a sign-out', async () => {
  const app = await site.start()
  const main = await signIn(onStandIn(app), site.browser, 'Chartist')
  await onStandIn(app).chooseInTray('Open the chart window')
  await eventually(() => windows(app).length === 2)
  const page = await app.page(1)
  await page.getByText('100,000.00').first().waitFor()
  windows(app)[1]?.webContents.reload()
  site.movePrice(101_000)
  await page.getByText('101,000.00').first().waitFor()
  await page.keyboard.press('g')
  await page.keyboard.press('v')
  await main.waitForURL('**/vote')
  expect(new URL(page.url()).pathname).toBe('/chart')

  await main.getByRole('heading', { name: 'Calls' }).waitFor()
  await main.getByRole('button', { name: 'Logout' }).click()
  await main.getByRole('link', { name: 'Login', exact: true }).waitFor()
  site.movePrice(100_500)
  await page.getByText('100,500.00').first().waitFor()
  expect(await app.quit()).toEqual([])
}, 180_000)

test('its narrowest window breaks no accessibility rule, and no tag of an axis covers another', async () => {
  const app = await site.start()
  await onStandIn(app).chooseInTray('Open the chart window')
  await eventually(() => windows(app).length === 2)
  const page = await app.page(1)
  await page.setViewportSize({ width: 420, height: 480 })
  // The reference price, too: both tags want the same place.
  site.movePrice(100_000)
  await page.locator('[data-level=steady]').waitFor()
  await page.getByTestId('chart-price').filter({ hasText: '100,000.00' }).waitFor()
  await waitForTags(page)
  expect(report(await findViolations(page, '/chart', NARROW))).toBe('')
  expect(await app.quit()).toEqual([])
}, 180_000)
