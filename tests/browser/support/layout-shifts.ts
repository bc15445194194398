import type { Page } from 'playwright'

/** Collects layout shifts of each page load from the next one on. @returns their sum in the present page */
export async function observeShifts(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    const shifts = { total: 0 }
    Reflect.set(window, 'shifts', shifts)
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        if (!Reflect.get(entry, 'hadRecentInput')) shifts.total += Reflect.get(entry, 'value')
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
  return () => page.evaluate((): number => Reflect.get(window, 'shifts').total)
}
