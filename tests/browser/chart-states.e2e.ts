import type { Page } from 'playwright'
import { expect, test } from 'playwright/test'
import { findViolations, report, type View } from './support/axe.ts'
import { openChart } from './support/chart.ts'
import { fullIf } from './support/matrix.ts'
import { setUpSite } from './support/set-up-site.ts'

const site = setUpSite()

const THEMES: readonly View[] = [
  { width: 1440, colorScheme: 'light' },
  { width: 1440, colorScheme: 'dark' },
]

/** Opens the text and the table, and shows candlesticks and the cursor. */
async function showAll(page: Page): Promise<void> {
  await page.locator('details > summary').last().click()
  await page.getByRole('table').waitFor()
  await page.getByRole('slider').focus()
  for (let press = 0; press < 8; press++) await page.keyboard.press('+')
  await page.keyboard.press('Home')
  await page.locator('[data-cursor=shown]').waitFor()
}

for (const locale of ['en-US', 'ko-KR'] as const) {
  const title = `zoomed candlesticks with the cursor, text and table break no rule in ${locale}`
  test(title, fullIf(locale === 'ko-KR'), async () => {
    const page = await openChart(site, { locale, reducedMotion: 'reduce' })
    await showAll(page)
    expect(report(await findViolations(page, '/vote', THEMES))).toBe('')
  })
}

test('no width of a window overflows, in any step of a resize', async () => {
  for (const path of ['/vote', '/desk']) {
    const { page } = await site.open({ path, viewport: { width: 1920, height: 900 } })
    await page.locator('canvas').waitFor()
    // Looked at in each frame: a resize can overflow for one frame only.
    await page.evaluate(() => {
      Object.assign(window, { overflows: [] })
      const look = () => {
        const { scrollWidth, clientWidth } = document.documentElement
        if (scrollWidth > clientWidth) {
          Reflect.get(window, 'overflows').push(`${innerWidth}: ${scrollWidth - clientWidth}`)
        }
        requestAnimationFrame(look)
      }
      look()
    })
    const smallest = path === '/desk' ? 1_100 : 320
    for (let width = 1_920; width > smallest; width = Math.round(width * 0.8)) {
      await page.setViewportSize({ width, height: 900 })
    }
    await page.setViewportSize({ width: smallest, height: 900 })
    await page.setViewportSize({ width: 1_600, height: 900 })
    await page.waitForFunction(() => (document.querySelector('canvas')?.clientWidth ?? 0) > 500)
    const overflows = await page.evaluate(() => Reflect.get(window, 'overflows'))
    expect(overflows, path).toEqual([])
  }
})
