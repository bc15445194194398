import type { Page } from 'playwright'
import { type Site, textOf, type VisitOptions } from './site.ts'

export const PHONE = { width: 375, height: 812 }

/** Signs somebody in and opens their profile. */
export async function openProfile(site: Site, name: string, options: VisitOptions = {}) {
  const visit = await site.visit({ ...options, path: '/login' })
  const { page } = visit
  await page.locator('main button').click()
  await page.locator('#name').fill(name)
  await page.locator('button[value=sign-in]').click()
  await page.getByRole('banner').getByRole('link', { name, exact: true }).click()
  await page.getByRole('table').waitFor()
  return visit
}

/** The nickname in the page's header. */
export const header = (page: Page, nickname: string) =>
  page.getByRole('banner').getByRole('link', { name: nickname, exact: true })
/** What the table says beside a label. */
export const cell = (page: Page, label: string) =>
  textOf(page.getByRole('row', { name: label }).getByRole('cell'))
export const field = (page: Page) => page.getByRole('textbox', { name: 'Nickname' })
export const edit = (page: Page) => page.getByRole('button', { name: 'Edit nickname' })
/** Waits until the element of this text has the focus. */
export const isFocused = (page: Page, name: string) =>
  page.waitForFunction((text) => document.activeElement?.textContent === text, name)
