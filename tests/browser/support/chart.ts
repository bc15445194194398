import type { Page } from 'playwright'
import type { PageOptions, Site } from './site.ts'

/** The price chart with its words. */
export const figure = (page: Page) => page.getByRole('figure')

/** The sentences that describe it; they are there for reading out while nobody opened them. */
export const words = (page: Page) => figure(page).locator('details > div')

/** Waits until the chart shows so many hours, such as `3,000`. */
export const showsHours = (page: Page, count: string) =>
  words(page)
    .getByText(new RegExp(`^${count} hourly opens`))
    .waitFor({ state: 'attached' })

/** Opens the votes and waits until their chart is drawn. */
export async function openChart(site: Site, options: PageOptions = {}): Promise<Page> {
  const { page } = await site.open({ path: '/vote', ...options })
  await figure(page).waitFor()
  await page.locator('canvas').waitFor()
  return page
}
