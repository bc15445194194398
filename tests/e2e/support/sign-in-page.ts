import type { Page } from 'playwright-core'

/**
 * Signs in on a page of the site, in whatever language it is, and leaves it at home. The same name is
 * the same person each time.
 */
export async function signInAs(page: Page, name: string): Promise<void> {
  const { origin } = new URL(page.url())
  await page.goto(`${origin}/login`)
  await page.locator('main button').click()
  await page.locator('#name').fill(name)
  await page.locator('button[value=sign-in]').click()
  await page.getByRole('banner').getByText(name, { exact: true }).waitFor()
}
