import type { Page } from 'playwright'
import { expect, test } from 'playwright/test'
import { startPlannedServer } from '#tests/support/planned-exchange.ts'
import { measureAxisTags, openChart, showsHours } from './support/chart.ts'
import { setUpSite } from './support/set-up-site.ts'
import { textOf } from './support/site.ts'

const PRICES = [
  ['2026-07-20T00:00:00.000Z', 92_000],
  ['2026-09-14T00:00:00.000Z', 117_000],
  ['2026-11-16T00:00:00.000Z', 98_500],
  ['2026-11-20T12:00:00.000Z', 101_000],
] as const

const pixels = (page: Page) =>
  page.locator('canvas').evaluate((canvas: HTMLCanvasElement) => canvas.toDataURL())

/** The whole drawing: the axes, the prices and the marks of rounds are drawn one after another. */
const drawnPixels = async (page: Page) => {
  await page.locator('figure[aria-busy=false]').waitFor()
  const drawn: string[] = []
  await expect
    .poll(async () => {
      drawn.push(await pixels(page))
      return drawn.length > 2 && new Set(drawn.slice(-3)).size === 1
    })
    .toBe(true)
  return drawn.at(-1) ?? ''
}
const expectDrawing = (page: Page) => expect.poll(() => pixels(page))

test.describe('beside the canvas', () => {
  const site = setUpSite()

  test('shows the prices as a table with one row a day', async () => {
    const page = await openChart(site, { locale: 'ko-KR' })
    expect(await page.getByRole('table').count()).toBe(0)
    await page.getByText('글과 표로 보기').click()
    const table = page.getByRole('table', {
      name: '00:00 UTC부터 하루의 가격(USDT)과 거래량(BTC), 최신순',
    })
    await table.waitFor()
    const rows = await table.getByRole('row').allInnerTexts()
    expect(rows).toHaveLength(126)
    // The day that has not ended has no close, and in its first hour no volume.
    expect(rows[1]).toMatch(/09:00 \(UTC\+9\)(\s+[\d,]+\.\d\d){3}\s+–\s+([\d,]+|–)$/)
    expect(rows[2]).toMatch(/09:00 \(UTC\+9\)(\s+[\d,]+\.\d\d){4}\s+[\d,]+$/)
  })
})

test.describe('the drawing', () => {
  // Moving prices and the change of an hour would alter it.
  const site = setUpSite(async () => ({ server: await startPlannedServer(PRICES) }))

  test('takes the colors of another theme in the same canvas', async () => {
    const page = await openChart(site, { colorScheme: 'light' })
    await page.locator('canvas').evaluate((canvas) => canvas.setAttribute('data-same', ''))
    const light = await drawnPixels(page)
    const choose = async (theme: string) => {
      await page.getByRole('button', { name: 'Settings' }).click()
      await page.getByRole('radio', { name: theme, exact: true }).check()
      await page.keyboard.press('Escape')
    }
    await choose('Dark')
    await expectDrawing(page).not.toBe(light)
    await choose('System')
    await expectDrawing(page).toBe(light)
    await page.emulateMedia({ colorScheme: 'dark' })
    await expectDrawing(page).not.toBe(light)
    await page.emulateMedia({ colorScheme: 'light' })
    await expectDrawing(page).toBe(light)
    expect(await page.locator('canvas[data-same]').count()).toBe(1)
  })

  test('draws a period alike, whichever was shown before', async () => {
    const page = await openChart(site)
    const long = await drawnPixels(page)
    await page.getByRole('button', { name: 'Short' }).click()
    await showsHours(page, '100')
    const short = await drawnPixels(page)
    await page.getByRole('button', { name: 'Long' }).click()
    await showsHours(page, '3,000')
    await expectDrawing(page).toBe(long)
    await page.getByRole('button', { name: 'Short' }).click()
    await showsHours(page, '100')
    await page.reload()
    await page.locator('canvas').waitFor()
    await expectDrawing(page).toBe(short)
  })

  test('fits a narrow window and follows its size', async () => {
    const page = await openChart(site, { viewport: { width: 320, height: 700 } })
    const overflow = () =>
      page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      )
    const width = async () => (await page.locator('canvas').boundingBox())?.width ?? 0
    expect(await overflow()).toBe(0)
    const narrow = await width()
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.waitForFunction(
      (than) => (document.querySelector('canvas')?.clientWidth ?? 0) > than + 400,
      narrow,
    )
    await page.setViewportSize({ width: 320, height: 700 })
    await page.waitForFunction(
      (than) => (document.querySelector('canvas')?.clientWidth ?? 0) <= than,
      narrow,
    )
    expect(await overflow()).toBe(0)
    for (const button of await page.locator('button[aria-pressed]').all()) {
      expect((await button.boundingBox())?.height).toBeGreaterThanOrEqual(40)
    }
  })
})

test.describe('frames', () => {
  const site = setUpSite()

  /** Counts the drawings of the canvas: each begins with a clear. */
  const countDrawings = (page: Page) =>
    page.evaluate(() => {
      const drawings = { count: 0 }
      Object.assign(window, { drawings })
      const { prototype } = CanvasRenderingContext2D
      const { clearRect } = prototype
      prototype.clearRect = function (...area) {
        drawings.count++
        clearRect.apply(this, area)
      }
    })
  const drawings = (page: Page) =>
    page.evaluate<number>(() => Reflect.get(window, 'drawings').count)

  const setHidden = (page: Page, isHidden: boolean) =>
    page.evaluate((hidden) => {
      Object.defineProperty(document, 'hidden', { value: hidden, configurable: true })
      document.dispatchEvent(new Event('visibilitychange'))
    }, isHidden)

  test('ticks of the price and moves of the cursor do not draw the canvas', async () => {
    const page = await openChart(site)
    await showsHours(page, '3,000')
    await drawnPixels(page)
    await countDrawings(page)
    const price = page.getByTestId('chart-price')
    // Rounds may still arrive, which are a reason to draw.
    await expect(async () => {
      const drawn = await drawings(page)
      for (let tick = 0; tick < 3; tick++) {
        const before = await textOf(price)
        await page.getByRole('slider').hover({ position: { x: 100 + 50 * tick, y: 100 } })
        await price.filter({ hasNotText: before }).waitFor()
      }
      expect(await drawings(page)).toBe(drawn)
    }).toPass()
    const drawn = await drawings(page)
    await page.getByRole('button', { name: 'Short' }).click()
    await expect.poll(() => drawings(page)).toBeGreaterThan(drawn)
  })

  test('a hidden page draws nothing until it is shown', async () => {
    const page = await openChart(site)
    await showsHours(page, '3,000')
    await drawnPixels(page)
    await countDrawings(page)
    await setHidden(page, true)
    const drawn = await drawings(page)
    await page.getByRole('button', { name: 'Short' }).click()
    await showsHours(page, '100')
    expect(await drawings(page)).toBe(drawn)
    await setHidden(page, false)
    await expect.poll(() => drawings(page)).toBeGreaterThan(drawn)
  })
})

test.describe('the price axis', () => {
  const site = setUpSite()

  for (const width of [320, 1440]) {
    test(`has no tag over another at ${width} px`, async () => {
      const page = await openChart(site, { viewport: { width, height: 800 } })
      await expect.poll(() => measureAxisTags(page)).toEqual({ count: 4, overlaps: 0, cut: 0 })
    })
  }
})
