import type { Locator, Page } from 'playwright'
import { textOf } from './site.ts'

/** The name of an admin, where the site is started with these settings. */
export const ADMIN = 'boss@example.com'
export const WITH_ADMIN = { settings: { ADMIN_EMAILS: ADMIN } }

/** What the boards are worked with, by the words a person sees. */
const WORDS = {
  'en-US': { editor: 'Text of the post', save: 'Save', edit: 'Edit', write: 'Write' },
  'ko-KR': { editor: '글 내용', save: '저장', edit: '수정', write: '글쓰기' },
} as const

/** Fills in the form of the local provider, to which a page has been led. */
export async function fillProvider(page: Page, name: string): Promise<void> {
  await page.locator('#name').fill(name)
  await page.locator('button[value=sign-in]').click()
}

/** The rows of the list of posts. */
export const rows = (page: Page): Locator => page.locator('main ol > li')

/** The row of the post with this title. */
export const row = (page: Page, title: string): Locator =>
  rows(page).filter({ has: page.getByRole('link', { name: title, exact: true }) })

/** Where somebody writes. */
export const editorOf = (page: Page, locale: keyof typeof WORDS = 'en-US'): Locator =>
  page.getByRole('textbox', { name: WORDS[locale].editor })

/** Types a text into the empty editor and sends it. */
export async function writeAndSave(
  page: Page,
  text: string,
  locale: keyof typeof WORDS = 'en-US',
): Promise<void> {
  await editorOf(page, locale).click()
  await page.keyboard.type(text)
  await page.getByRole('button', { name: WORDS[locale].save, exact: true }).click()
}

/** What a person reads in an element once it is there, on one line. */
export async function seen(locator: Locator): Promise<string> {
  await locator.first().waitFor()
  return textOf(locator)
}

/** The path and query a page is on. */
export function placeOf(page: Page): string {
  const { pathname, search } = new URL(page.url())
  return pathname + search
}

/** Presses Tab until the focus is on `target`, as somebody does who has no mouse. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.waitFor()
  for (let presses = 0; presses < 80; presses++) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error('the keyboard does not get there')
}
