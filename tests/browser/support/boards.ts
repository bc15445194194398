import type { Locator, Page } from 'playwright'

/** A name that is an admin on a site with these settings. */
export const ADMIN = 'boss@example.com'
export const WITH_ADMIN = { settings: { ADMIN_EMAILS: ADMIN } }

/** Accessible names of the controls. */
const TEXTS = {
  'en-US': { editor: 'Text of the post', save: 'Save', edit: 'Edit', write: 'Write' },
  'ko-KR': { editor: '글 내용', save: '저장', edit: '수정', write: '글쓰기' },
} as const

/** Fills in the form of the local provider. */
export async function fillProvider(page: Page, name: string): Promise<void> {
  await page.locator('#name').fill(name)
  await page.locator('button[value=sign-in]').click()
}

/** The rows of the list of posts. */
export const rows = (page: Page): Locator => page.locator('main ol > li')

/** The row of the post with this title. */
export const row = (page: Page, title: string): Locator =>
  rows(page).filter({ has: page.getByRole('link', { name: title, exact: true }) })

/** The writing area. */
export const editorOf = (page: Page, locale: keyof typeof TEXTS = 'en-US'): Locator =>
  page.getByRole('textbox', { name: TEXTS[locale].editor })

/** Types a text into the empty editor and saves it. */
export async function writeAndSave(
  page: Page,
  text: string,
  locale: keyof typeof TEXTS = 'en-US',
): Promise<void> {
  await editorOf(page, locale).click()
  await page.keyboard.type(text)
  await page.getByRole('button', { name: TEXTS[locale].save, exact: true }).click()
}

/** The page's current path and query. */
export function pathOf(page: Page): string {
  const { pathname, search } = new URL(page.url())
  return pathname + search
}

/** Presses Tab until `target` has the focus. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.waitFor()
  for (let presses = 0; presses < 80; presses++) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error('the keyboard does not get there')
}
