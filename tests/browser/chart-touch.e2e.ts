import type { CDPSession, Page } from 'playwright'
import { expect, test } from 'playwright/test'
import { figure, openChart, showsHours, words } from './support/chart.ts'
import { setUpSite } from './support/set-up-site.ts'

const site = setUpSite()

const PHONE = { viewport: { width: 375, height: 700 }, hasTouch: true, isMobile: true }

interface Finger {
  x: number
  y: number
}

/** Moves fingers from their places to others in ten steps, as a touch screen reports them. */
async function swipe(devtools: CDPSession, paths: { from: Finger; to: Finger }[]): Promise<void> {
  const at = (share: number) =>
    paths.map(({ from, to }, id) => ({
      id,
      x: from.x + (to.x - from.x) * share,
      y: from.y + (to.y - from.y) * share,
    }))
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: Finger[]) =>
    devtools.send('Input.dispatchTouchEvent', { type, touchPoints })
  await send('touchStart', at(0))
  for (let step = 1; step <= 10; step++) await send('touchMove', at(step / 10))
  await send('touchEnd', [])
}

async function openOnPhone(): Promise<{ page: Page; devtools: CDPSession; middle: Finger }> {
  const page = await openChart(site, PHONE)
  await showsHours(page, '3,000')
  await page.getByRole('slider').evaluate((slider) => slider.scrollIntoView({ block: 'center' }))
  const box = await page.getByRole('slider').boundingBox()
  if (!box) throw new Error('the chart has no box')
  const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 }
  return { page, devtools: await page.context().newCDPSession(page), middle }
}

const shownHours = async (page: Page) => {
  const text = (await words(page).textContent()) ?? ''
  return Number(text.match(/^([\d,]+) hourly candles/)?.[1]?.replace(',', ''))
}
const isZoomed = (page: Page) => page.getByRole('button', { name: 'Reset zoom' }).isVisible()

test('a vertical swipe over the chart scrolls the page and moves no hour', async () => {
  const { page, devtools, middle } = await openOnPhone()
  const before = await page.evaluate(() => scrollY)
  await swipe(devtools, [{ from: middle, to: { x: middle.x + 8, y: middle.y - 160 } }])
  await page.waitForFunction((than) => scrollY > than + 80, before)
  await expect.poll(() => isZoomed(page)).toBe(false)
})

test('a horizontal swipe pans the chart, and two fingers zoom it without scrolling the page', async () => {
  const { page, devtools, middle } = await openOnPhone()
  const { x, y } = middle
  const scrolled = await page.evaluate(() => scrollY)
  const spread = (distance: number): [Finger, Finger] => [
    { x: x - distance, y },
    { x: x + distance, y },
  ]
  const pinch = (start: number, end: number) => {
    const [left, right] = spread(start)
    const [toLeft, toRight] = spread(end)
    return swipe(devtools, [
      { from: left, to: toLeft },
      { from: right, to: toRight },
    ])
  }
  await pinch(20, 120)
  await figure(page).getByRole('button', { name: 'Reset zoom' }).waitFor()
  await expect.poll(() => shownHours(page)).toBeLessThan(1_000)
  const hours = await shownHours(page)

  const words1 = await words(page).textContent()
  await swipe(devtools, [{ from: middle, to: { x: x + 120, y: y + 10 } }])
  await expect.poll(() => words(page).textContent()).not.toBe(words1)
  await expect
    .poll(async () => Math.abs((await shownHours(page)) - hours))
    .toBeLessThan(hours * 0.05)

  await pinch(100, 25)
  await expect.poll(() => shownHours(page)).toBeGreaterThan(hours * 2)
  await expect
    .poll(() => page.evaluate(() => [scrollY, visualViewport?.scale]))
    .toEqual([scrolled, 1])
  await page.getByRole('button', { name: 'Reset zoom' }).tap()
  await showsHours(page, '3,000')
})
