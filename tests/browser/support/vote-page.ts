import type { Locator, Page, Route } from 'playwright'
import type { OpenedPage, Site, SitePageOptions } from './site.ts'

/** The page's toasts. */
export const alerts = (page: Page): Locator => page.locator('[data-toast]')

/** The button that leads to a new vote, or sends it. */
export const voteButton = (page: Page): Locator =>
  page.getByRole('main').getByRole('button', { name: /^(Make a call|Call it)$/ })

/** Picks a direction by its label. */
export const choose = (page: Page, name: string): Promise<void> =>
  page.getByRole('radio', { name, exact: true }).check()

/** Opens the editor of a new vote as a signed-in person. */
export async function openEditor(
  site: Site,
  name: string,
  options: SitePageOptions = {},
): Promise<OpenedPage> {
  const opened = await site.open({ ...options, user: name, path: '/vote/write' })
  await opened.page.getByRole('radiogroup').waitFor()
  return opened
}

/** The writing area, once the editor has loaded; `label` is its name in the page's language. */
export async function noteOf(page: Page, label: string): Promise<Locator> {
  const note = page.getByRole('textbox', { name: label, exact: true })
  await note.waitFor()
  return note
}

/** Picks the direction `name` by the arrow keys. */
export async function chooseByKeyboard(page: Page, name: string): Promise<void> {
  await page.getByRole('radio').first().focus()
  const wanted = page.getByRole('radio', { name, exact: true })
  for (let steps = 0; steps < 4; steps++) {
    await page.keyboard.press(steps === 0 ? 'Space' : 'ArrowRight')
    if (await wanted.isChecked()) return
  }
  throw new Error(`the arrow keys do not lead to ${name}`)
}

/** Route handler that replies with an API error. */
export function refuse(status: number, code: string): (route: Route) => Promise<void> {
  const json = { success: false, code, message: 'Refused by a test.' }
  return (route) => route.fulfill({ status, json })
}
