import type { Page } from 'playwright'
import { type PageOptions, type Site, textOf } from './site.ts'

export const PHONE = { width: 375, height: 812 }

/** Opens the profile of a signed-in person. */
export async function openProfile(site: Site, name: string, options: PageOptions = {}) {
  const opened = await site.open({ ...options, user: name, path: '/profile' })
  await opened.page.getByRole('table').waitFor()
  return opened
}

/** The nickname in the page's header. */
export const header = (page: Page, nickname: string) =>
  page.getByRole('banner').getByRole('link', { name: nickname, exact: true })
/** The table cell beside a label. */
export const cell = (page: Page, label: string) =>
  textOf(
    page
      .getByRole('row')
      .filter({ has: page.getByRole('rowheader', { name: label, exact: true }) })
      .getByRole('cell'),
  )
export const field = (page: Page) => page.getByRole('textbox', { name: 'Nickname' })
export const edit = (page: Page) => page.getByRole('button', { name: 'Edit nickname' })
/** Waits until the element with this text has the focus. */
export const isFocused = (page: Page, name: string) =>
  page.waitForFunction((text) => document.activeElement?.textContent === text, name)
