import type { Page } from 'playwright'

/** Waits until the app has taken over the markup of the server, which is a guest's and in UTC. */
export async function untilReady(page: Page): Promise<void> {
  await page.locator('#seed').waitFor({ state: 'detached' })
}

/** Goes to `url`. Keys and events that come before the app has taken over would be lost. */
export async function visit(page: Page, url: string): Promise<void> {
  await page.goto(url)
  await untilReady(page)
}

/** Reloads the page like `visit`. */
export async function reload(page: Page): Promise<void> {
  await page.reload()
  await untilReady(page)
}
