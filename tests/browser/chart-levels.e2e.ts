import type { Locator, Page } from 'playwright'
import { expect, test } from 'playwright/test'
import { DEFAULT_SETTINGS } from '#desktop/bridge/settings.ts'
import { startPlannedServer } from '#tests/support/planned-exchange.ts'
import { findViolations, report, type View } from './support/axe.ts'
import { measureAxisTags, openChart, showsHours, unfoldChart, words } from './support/chart.ts'
import { bridgeCalls, openDesktopWindow } from './support/fake-bridge.ts'
import { setUpSite } from './support/set-up-site.ts'
import type { SitePageOptions } from './support/site.ts'
import { visit } from './support/until-ready.ts'
import { alerts } from './support/vote-page.ts'

/** Flat within the hour: no price crosses a level by itself. */
const PRICES = [
  ['2026-11-16T00:00:00.000Z', 98_500],
  ['2026-11-20T12:00:00.000Z', 101_000],
] as const

const site = setUpSite(async () => {
  // The browser logs each refused request and each without a reply.
  return { server: await startPlannedServer(PRICES), expectedErrors: / 409 |ERR_FAILED/ }
})

/** Opens the chart of a person with price levels, and their view of the API. */
async function openWithLevels(user: string, prices: string[], options: SitePageOptions = {}) {
  const { api } = await site.apiUser(user)
  for (const price of prices) await api.alerts.levels.post({ price })
  const page = await openChart(site, { user, ...options })
  await showShort(page)
  await expect(tags(page)).toHaveCount(prices.length)
  const stored = async () => (await api.alerts.levels.get()).data?.map(({ price }) => price)
  return { page, api, stored }
}

/** A range of 10,000 USDT around the levels of these tests. */
async function showShort(page: Page) {
  await page.getByRole('button', { name: 'Short' }).click()
  await showsHours(page, '100')
}

const tags = (page: Page) => page.getByRole('slider', { name: 'Price alert' })
const cursor = (page: Page) => page.getByRole('slider', { name: 'Price by hour' })
const menu = (page: Page) => page.getByRole('menu', { name: 'Price alerts' })
const items = (page: Page) => menu(page).getByRole('menuitem')
const textOfTag = async (tag: Locator) => (await tag.getAttribute('aria-valuetext')) ?? ''
const tagAt = (page: Page, price: string) => page.locator(`[aria-valuetext="Alert at ${price}"]`)
const priceIn = (text: string) => text.match(/[\d,.]*\d/)?.[0].replace(',', '')

async function middleOf(locator: Locator) {
  const box = await locator.boundingBox()
  if (!box) throw new Error('it is not visible')
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

/** Drags by the mouse from a point to a height, and to the right, and holds it there. */
async function hold(page: Page, from: { x: number; y: number }, y: number, right = 0) {
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  await page.mouse.move(from.x + right, y, { steps: 6 })
}

/** Counts the changes of levels that the page requests. */
function countWrites(page: Page) {
  const writes: string[] = []
  page.on('request', (request) => {
    if (!request.url().includes('/alerts/levels') || request.method() === 'GET') return
    writes.push(request.method())
  })
  return writes
}

test.describe('a line', () => {
  test('is dragged by its tag, saved when it is dropped, and put back by the toast', async () => {
    const { page, stored } = await openWithLevels('Dragger', ['100000'])
    const writes = countWrites(page)
    const from = await middleOf(tags(page))
    await hold(page, from, from.y - 60)
    await expect.poll(() => textOfTag(tags(page))).not.toBe('Alert at 100,000')
    expect(writes).toEqual([])
    const text = await textOfTag(tags(page))
    // A pixel is about 30 USDT.
    expect(Number(priceIn(text)) % 20).toBe(0)
    await page.mouse.up()
    const moved = text.replace('Alert at', 'Alert moved to')
    await alerts(page).getByText(moved, { exact: true }).waitFor()
    await expect(tags(page)).toHaveAttribute('aria-valuetext', text)
    await expect.poll(stored).toEqual([priceIn(text)])
    expect(writes).toEqual(['PUT'])
    await alerts(page).getByRole('button', { name: 'Undo' }).click()
    await tagAt(page, '100,000').waitFor()
    await expect.poll(stored).toEqual(['100000'])
  })

  test('is dragged in the plot without moving the chart', async () => {
    const { page, stored } = await openWithLevels('Liner', ['98000'])
    const { y } = await middleOf(tags(page))
    const { x } = await middleOf(cursor(page))
    await hold(page, { x, y }, y - 40)
    await page.mouse.up()
    await alerts(page)
      .getByText(/^Alert moved to 99,\d{3}$/)
      .waitFor()
    await expect.poll(stored).toEqual([priceIn(await textOfTag(tags(page)))])
    await expect(page.getByRole('button', { name: 'Reset zoom' })).toHaveCount(0)
    // Elsewhere the same drag pans.
    await hold(page, { x, y: y - 120 }, y - 120, 120)
    await page.mouse.up()
    await page.getByRole('button', { name: 'Reset zoom' }).waitFor()
  })

  test('returns on Escape and when the window is left', async () => {
    const { page } = await openWithLevels('Undecided', ['100000'])
    const writes = countWrites(page)
    const from = await middleOf(tags(page))
    const leave = () => page.evaluate(() => window.dispatchEvent(new Event('blur')))
    for (const putBack of [() => page.keyboard.press('Escape'), leave]) {
      await hold(page, from, from.y + 50)
      await expect.poll(() => textOfTag(tags(page))).not.toBe('Alert at 100,000')
      await putBack()
      await tagAt(page, '100,000').waitFor()
      await page.mouse.up()
    }
    await tagAt(page, '100,000').waitFor()
    expect(writes).toEqual([])
  })

  test('returns when the server refuses its price or cannot be reached, and says why', async () => {
    const { page, stored } = await openWithLevels('Refused', ['98000', '103000'])
    const tag = tagAt(page, '98,000')
    await hold(page, await middleOf(tag), (await middleOf(tagAt(page, '103,000'))).y)
    await page.mouse.up()
    await alerts(page).getByText('You have an alert price within 0.2% of this one.').waitFor()
    await tag.waitFor()
    await page.route('**/alerts/levels/*', (route) => route.abort('failed'))
    await tag.press('ArrowDown')
    await page.keyboard.press('Enter')
    await alerts(page).getByText('The server cannot be reached; nothing was saved.').waitFor()
    await tag.waitFor()
    expect(await stored()).toEqual(['103000', '98000'])
  })

  test('that another device removes goes, also from under the mouse', async () => {
    const { page, api } = await openWithLevels('Two devices', ['100000', '97000'])
    const writes = countWrites(page)
    const from = await middleOf(tagAt(page, '100,000'))
    await hold(page, from, from.y - 30)
    const [removed] = (await api.alerts.levels.get()).data ?? []
    await api.alerts.levels({ id: removed?.id ?? 0 }).delete()
    // As when the window is looked at again.
    await page.evaluate(() => dispatchEvent(new Event('visibilitychange')))
    await expect(tags(page)).toHaveCount(1)
    await page.mouse.move(from.x, from.y - 60)
    await page.mouse.up()
    await tagAt(page, '97,000').waitFor()
    expect(writes).toEqual([])
  })

  test('that is set on another page of the browser appears without a reload', async () => {
    const { page } = await openWithLevels('Two pages', ['100000'])
    const other = await page.context().newPage()
    await visit(other, `${site.url}/settings/alerts`)
    await other.getByRole('textbox', { name: 'Alert price in USDT' }).fill('97000')
    await page.keyboard.press('Escape')
    await other.keyboard.press('Enter')
    await tagAt(page, '97,000').waitFor()
    await words(page).getByText('Your price alerts: 100,000.00; 97,000.00 USDT.').waitFor({
      state: 'attached',
    })
  })
})

test('the keyboard moves, saves, puts back and removes an alert', async () => {
  const { page, stored } = await openWithLevels('Typist', ['100000'])
  const writes = countWrites(page)
  const tag = tags(page)
  await cursor(page).focus()
  await page.keyboard.press('Tab')
  await expect(tag).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await tagAt(page, '100,020').waitFor()
  await page.keyboard.press('Shift+ArrowUp')
  await tagAt(page, '100,220').waitFor()
  await page.keyboard.press('Escape')
  await tagAt(page, '100,000').waitFor()
  for (const key of ['ArrowDown', 'ArrowDown', 'ArrowDown']) await page.keyboard.press(key)
  expect(writes).toEqual([])
  await page.keyboard.press('Enter')
  await alerts(page).getByText('Alert moved to 99,940', { exact: true }).waitFor()
  await expect(tag).toBeFocused()
  await expect.poll(stored).toEqual(['99940'])
  expect(writes).toEqual(['PUT'])
  await page.keyboard.press('Delete')
  await alerts(page).getByText('Price alert removed.').waitFor()
  await expect(cursor(page)).toBeFocused()
  await expect.poll(stored).toEqual([])
  await alerts(page).getByRole('button', { name: 'Undo' }).click()
  await tagAt(page, '99,940').waitFor()
})

test.describe('the menu', () => {
  test('adds an alert at the pointer, removes the one there, and leads to all', async () => {
    const { page, stored } = await openWithLevels('Clicker', [])
    const at = await middleOf(cursor(page))
    await page.mouse.click(at.x, at.y - 80, { button: 'right' })
    await expect(items(page)).toHaveText([/^Alert at [\d,]+$/, 'All alerts'])
    const text = (await items(page).first().textContent()) ?? ''
    await items(page).first().click()
    await alerts(page).getByText(text, { exact: true }).waitFor()
    await expect(tags(page)).toHaveAttribute('aria-valuetext', text)
    await expect.poll(stored).toEqual([priceIn(text)])

    const { y } = await middleOf(tags(page))
    await page.mouse.click(at.x, y, { button: 'right' })
    await expect(items(page)).toHaveText([text.replace('Alert', 'Remove the alert'), 'All alerts'])
    await items(page).first().click()
    await expect(tags(page)).toHaveCount(0)
    await expect.poll(stored).toEqual([])

    await page.mouse.click(at.x, at.y, { button: 'right' })
    await items(page).last().click()
    await expect(page).toHaveURL(`${site.url}/settings/alerts`)
  })

  test('opens by the keyboard at its cursor, and closes with Escape', async () => {
    const { page, stored } = await openWithLevels('Menu key', [])
    await cursor(page).focus()
    await page.keyboard.press('Home')
    for (const key of ['Shift+F10', 'ContextMenu']) {
      await page.keyboard.press(key)
      await expect(items(page).first()).toBeFocused()
      await page.keyboard.press('Escape')
      await expect(menu(page)).toHaveCount(0)
      await expect(cursor(page)).toBeFocused()
    }
    await page.keyboard.press('Shift+F10')
    await page.keyboard.press('ArrowDown')
    await expect(items(page).last()).toBeFocused()
    await page.keyboard.press('ArrowDown')
    const text = (await items(page).first().textContent()) ?? ''
    await page.keyboard.press('Enter')
    await expect(tags(page)).toHaveAttribute('aria-valuetext', text)
    await expect.poll(stored).toEqual([priceIn(text)])
    await tags(page).press('Shift+F10')
    await page.keyboard.press('Enter')
    await expect(tags(page)).toHaveCount(0)
    await expect(cursor(page)).toBeFocused()
  })

  test('leads a guest to the sign-in, for whom no levels are requested', async () => {
    const requests: string[] = []
    const { page } = await site.open({ path: '/icon.svg' })
    page.on('request', (request) => requests.push(request.url()))
    await visit(page, `${site.url}/vote`)
    await page.getByTestId('chart-price').waitFor()
    await cursor(page).click({ button: 'right' })
    await expect(items(page)).toHaveText(['Sign in to be alerted'])
    await items(page).click()
    await expect(page).toHaveURL(`${site.url}/login`)
    expect(requests.filter((url) => url.includes('/alerts'))).toEqual([])
  })
})

test('a finger drags a tag only; elsewhere it pans, and a long press opens the menu', async () => {
  const options = { viewport: { width: 375, height: 700 }, hasTouch: true, isMobile: true }
  const { page, stored } = await openWithLevels('Finger', ['100000'], options)
  await cursor(page).evaluate((slider) => slider.scrollIntoView({ block: 'center' }))
  const devtools = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', x?: number, y?: number) => {
    const touchPoints = x === undefined || y === undefined ? [] : [{ x, y }]
    return devtools.send('Input.dispatchTouchEvent', { type, touchPoints })
  }
  const swipe = async (from: { x: number; y: number }, to: { x: number; y: number }) => {
    await touch('touchStart', from.x, from.y)
    for (let step = 1; step <= 8; step++) {
      const share = step / 8
      await touch('touchMove', from.x + (to.x - from.x) * share, from.y + (to.y - from.y) * share)
    }
    await touch('touchEnd')
  }
  const tag = await middleOf(tags(page))
  const { x } = await middleOf(cursor(page))
  const scrolled = await page.evaluate(() => scrollY)
  await swipe({ x, y: tag.y }, { x: x + 90, y: tag.y + 4 })
  // A tap that stops the fling of the swipe is no click.
  await page.getByRole('button', { name: 'Reset zoom' }).click()
  await expect(page.getByRole('button', { name: 'Reset zoom' })).toHaveCount(0)
  // The tag is where it was, once the plot is drawn again.
  await expect.poll(async () => Math.round((await middleOf(tags(page))).y - tag.y)).toBe(0)
  await tagAt(page, '100,000').waitFor()
  expect(await stored()).toEqual(['100000'])

  await swipe(await middleOf(tags(page)), { x: tag.x, y: tag.y - 40 })
  await alerts(page)
    .getByText(/^Alert moved to 10\d,\d{3}$/)
    .waitFor()
  expect(await page.evaluate(() => scrollY)).toBe(scrolled)

  await touch('touchStart', x, tag.y + 60)
  await expect(items(page)).toHaveText([/^Alert at [\d,]+$/, 'All alerts'])
  await touch('touchEnd')
  await items(page).first().tap()
  await expect(tags(page)).toHaveCount(2)
})

test('a guest of the app has the levels of this computer in the window of the chart', async () => {
  const level = { price: '100000', note: 'mine', isOnce: false, sound: 'bell' as const }
  const settings = { ...DEFAULT_SETTINGS, levels: [level] }
  const { page } = await openDesktopWindow(site, { settings, hasStream: true }, { path: '/chart' })
  await showShort(page)
  await tags(page).press('ArrowUp')
  const text = await textOfTag(tags(page))
  await page.keyboard.press('Enter')
  await alerts(page).getByText(text.replace('at', 'moved to'), { exact: true }).waitFor()
  const moved = JSON.stringify({ levels: [{ ...level, price: priceIn(text) }] })
  expect(await bridgeCalls(page)).toContain(`settings:write ${moved}`)
  await expect(tags(page)).toBeFocused()
  await page.keyboard.press('Delete')
  await expect(tags(page)).toHaveCount(0)
  await alerts(page).getByRole('button', { name: 'Undo' }).click()
  await tagAt(page, text.replace('Alert at ', '')).waitFor()
})

test('tags cover no other, and lines, tags and menu break no accessibility rule', async () => {
  const near = ['100000', '100400', '100800', '101200', '105000', '95000']
  const { page } = await openWithLevels('Crowded', near, { reducedMotion: 'reduce' })
  await expect.poll(() => measureAxisTags(page)).toEqual({ count: 10, overlaps: 0, cut: 0 })
  const views = (['light', 'dark'] as const).map(
    (colorScheme): View => ({ width: 1440, colorScheme }),
  )
  expect(report(await findViolations(page, '/vote with levels', views))).toBe('')
  await cursor(page).click({ button: 'right' })
  await menu(page).waitFor()
  expect(report(await findViolations(page, '/vote with the menu', views.slice(1)))).toBe('')
  await page.setViewportSize({ width: 375, height: 800 })
  await unfoldChart(page)
  await page.getByTestId('chart-price').waitFor()
  await expect.poll(async () => (await measureAxisTags(page)).overlaps).toBe(0)
})
