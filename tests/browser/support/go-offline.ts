import type { Locator, Page } from 'playwright'

/** Cuts the network once the page has the notice about it, which loads after the first render. */
export async function goOffline(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => name.includes('/offline-notice')),
  )
  await page.context().setOffline(true)
  // A request just after it may still reach the server of a busy machine.
  await page.waitForFunction(() =>
    fetch('/robots.txt', { cache: 'no-store' }).then(
      () => false,
      () => true,
    ),
  )
}

/** The notice of an English page; its time is missing if the network goes before the first price. */
export const offlineNotice = (page: Page): Locator =>
  page.getByRole('status').filter({ hasText: 'Offline' })

/**
 * Lets the live connection of later visits open without a message: its greeting would fetch a failed list again
 * before a test clicks.
 */
export const withoutGreeting = (page: Page) => page.routeWebSocket(/\/api\/v1\/stream/, () => {})
