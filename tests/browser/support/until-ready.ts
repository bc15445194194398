import type { Page } from 'playwright'

/** Waits until the app has taken over the markup of the server, which is a guest's and in UTC. */
export async function untilReady(page: Page): Promise<void> {
  await page.locator('#seed').waitFor({ state: 'detached' })
}
