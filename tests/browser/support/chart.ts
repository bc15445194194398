import type { Page } from 'playwright'
import type { Site, SitePageOptions } from './site.ts'

/** The price chart with its text alternative. */
export const figure = (page: Page) => page.getByRole('figure')

/** The chart's description, which screen readers find while it is closed. */
export const words = (page: Page) => figure(page).locator('details > div')

/** Waits until the chart shows this many hours, such as `3,000`. */
export const showsHours = (page: Page, count: string) =>
  words(page)
    .getByText(new RegExp(`^${count} hourly candles`))
    .waitFor({ state: 'attached' })

/** Opens a chart that a phone has folded. */
export const unfoldChart = (page: Page) =>
  page.getByRole('button', { name: /^(Show chart|차트 펼치기)$/ }).click()

/** Opens the votes screen and waits for its chart, which takes no gesture and no key before it is drawn. */
export async function openChart(site: Site, options: SitePageOptions = {}): Promise<Page> {
  const { page } = await site.open({ path: '/vote', ...options })
  await figure(page).waitFor()
  if (options.viewport && options.viewport.width <= 600) await unfoldChart(page)
  await page.locator('canvas').waitFor()
  // It stands over the drawing, at its scale.
  await page.getByTestId('chart-price').waitFor()
  return page
}

/** Visible tags of the price axis, and how many begin above the end of another or cut their text. */
export interface AxisTagCounts {
  count: number
  overlaps: number
  cut: number
}

export async function measureAxisTags(page: Page): Promise<AxisTagCounts> {
  const boxes = await page
    .locator('[data-testid=chart-price], [data-level], [data-alert]')
    .filter({ visible: true })
    .evaluateAll((tags) =>
      tags
        .map((tag) => {
          const { top, bottom } = tag.getBoundingClientRect()
          return { top, bottom, isCut: tag.scrollWidth > tag.clientWidth }
        })
        .sort((one, other) => one.top - other.top),
    )
  return {
    count: boxes.length,
    overlaps: boxes.filter(({ top }, at) => top < (boxes[at - 1]?.bottom ?? 0) - 0.01).length,
    cut: boxes.filter(({ isCut }) => isCut).length,
  }
}
