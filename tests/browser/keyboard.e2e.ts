import type { Page } from 'playwright'
import { expect, test } from 'playwright/test'
import { enter, tabTo } from './support/keyboard.ts'
import { setUpSite } from './support/set-up-site.ts'

const site = setUpSite()

const place = (page: Page, name: string) =>
  page.getByRole('banner').getByRole('link', { name, exact: true })
const main = (page: Page) => page.getByRole('main')
const text = (page: Page) => page.locator('main [contenteditable=true]')

/** Opens the home screen as a signed-in person. */
async function begin(user: string): Promise<Page> {
  const { page } = await site.open({ user })
  await place(page, user).waitFor()
  return page
}

/** Types into the editor and leaves it by Escape: Tab indents until then. */
async function writeText(page: Page, words: string): Promise<void> {
  await tabTo(page, text(page))
  await page.keyboard.type(words)
  await page.keyboard.press('Escape')
}

test.describe('by keyboard alone, with a visible focus at every stop', () => {
  test('a member can vote', async () => {
    const page = await begin('Voter')
    await enter(page, place(page, 'Vote'))
    await enter(page, main(page).getByRole('button', { name: /^(Make a call|Call it)$/ }))
    const up = page.getByRole('radio', { name: 'Up' })
    await tabTo(page, up)
    await page.keyboard.press('Space')
    await page.keyboard.press('ArrowRight')
    await expect(page.getByRole('radio', { name: 'Steady' })).toBeChecked()
    await writeText(page, 'No hands')
    await enter(page, main(page).getByRole('button', { name: /^(Make a call|Call it)$/ }))
    await page.getByText('Vote saved.', { exact: true }).waitFor()
    await page.getByRole('link', { name: 'No hands' }).first().waitFor()
  })

  test('a member can post and react', async () => {
    const page = await begin('Poster')
    await enter(page, place(page, 'Boards'))
    await enter(page, main(page).getByRole('link', { name: 'Write', exact: true }))
    await writeText(page, 'Typed from end to end')
    await enter(page, main(page).getByRole('button', { name: 'Save', exact: true }))
    await main(page).getByRole('link', { name: 'Typed from end to end' }).first().waitFor()

    const other = await begin('Reader')
    await enter(other, place(other, 'Boards'))
    await enter(other, main(other).getByRole('link', { name: 'Typed from end to end' }).first())
    await tabTo(other, main(other).getByRole('button', { name: 'Like 0', exact: true }))
    await other.keyboard.press('Space')
    await main(other).getByRole('button', { name: 'Like 1', exact: true }).waitFor()
  })

  test('a member can change the nickname', async () => {
    const page = await begin('Renamer')
    await enter(page, place(page, 'Renamer'))
    await enter(page, page.getByRole('button', { name: 'Edit nickname' }))
    await expect(page.getByRole('textbox', { name: 'Nickname' })).toBeFocused()
    await page.keyboard.type('Renamed')
    await page.keyboard.press('Enter')
    await place(page, 'Renamed').waitFor()
  })
})
