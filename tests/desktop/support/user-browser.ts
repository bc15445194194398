import type { Browser, Page } from 'playwright'
import { ACTION_TIMEOUT_MS } from '#tests/browser/support/time-limits.ts'
import { eventually } from '#tests/support/eventually.ts'
import type { DesktopApp } from './desktop-app.ts'

/** The user's browser, on the page that the app opened. */
export async function browserAt(
  browser: Browser,
  app: Pick<DesktopApp, 'opened'>,
  count = 1,
): Promise<Page> {
  let opened: string[] = []
  const look = async () => {
    opened = await app.opened()
  }
  await eventually(() => opened.length >= count, { step: look, what: 'a page opens' })
  const context = await browser.newContext({ locale: 'en-US' })
  context.setDefaultTimeout(ACTION_TIMEOUT_MS)
  const page = await context.newPage()
  await page.goto(opened[count - 1] ?? '')
  return page
}

/** Signs in at the local provider; returns the text of the final page. */
export async function signInInBrowser(page: Page, name: string): Promise<string> {
  await page.locator('#name').fill(name)
  await page.locator('button[value=sign-in]').click()
  await page.waitForURL('**/done')
  const [text = ''] = await page.locator('main, body').first().allInnerTexts()
  await page.context().close()
  return text.replace(/\s+/g, ' ').trim()
}
