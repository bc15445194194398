import type { Page } from 'playwright'
import { expect, test } from 'playwright/test'
import { draftOf } from './support/editor-page.ts'
import { fullIf } from './support/matrix.ts'
import { setUpSite } from './support/set-up-site.ts'
import { reload, visit } from './support/until-ready.ts'

const site = setUpSite()

const textOf = (page: Page) => page.locator('main [contenteditable=true]')
const dialogOf = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name })
const elsewhere = (page: Page) => page.locator('header a[href="/profile"]')

/** Creates a post or vote and returns the path of its editor. */
async function postOf(name: string): Promise<string> {
  const id = await (await site.apiUser(name)).post('frees', '<p>First</p>')
  return `/boards/frees/edit/${id}`
}

async function voteOf(name: string): Promise<string> {
  const person = await site.apiUser(name)
  await person.vote('up', '<p>First</p>')
  const { data } = await person.api.votes.get({ query: { page: 1 } })
  return `/vote/edit/${data?.posts[0]?.id}`
}

for (const [kind, begin, name, list] of [
  ['a post', postOf, 'Poster', '/boards/frees'],
  ['a vote', voteOf, 'Voter', '/vote'],
] as const) {
  test.describe(`the edit of ${kind}`, fullIf(kind === 'a vote'), () => {
    test('asks before leaving with unsaved changes; Escape stays', async () => {
      const path = await begin(`${name} A`)
      const { page } = await site.open({ path: list, user: `${name} A` })
      await visit(page, site.url + path)
      await textOf(page).click()
      await page.keyboard.press('ControlOrMeta+End')
      await page.keyboard.type(' and more')
      const dialog = dialogOf(page, 'Leave without saving?')
      await elsewhere(page).click()
      await dialog.getByRole('button', { name: 'Stay', exact: true }).click()
      await dialog.waitFor({ state: 'hidden' })
      await elsewhere(page).click()
      await dialog.waitFor()
      await expect(page.locator(':focus')).toHaveText('Stay')
      await page.keyboard.press('Escape')
      await dialog.waitFor({ state: 'hidden' })
      await expect.poll(() => new URL(page.url()).pathname).toBe(path)
      await expect(textOf(page)).toContainText('First and more')
      await elsewhere(page).click()
      await dialog.getByRole('button', { name: 'Leave', exact: true }).click()
      await page.waitForURL('**/profile')
      await visit(page, site.url + path)
      await textOf(page).getByText('First', { exact: true }).waitFor()
    })

    test('asks before Back too, but not when saved or unchanged', async () => {
      const path = await begin(`${name} B`)
      const { page } = await site.open({ path: list, user: `${name} B` })
      await page.locator(`main a[href="${path}"]`).first().click()
      await textOf(page).waitFor()
      await page.goBack()
      await page.waitForURL(site.url + list)
      await page.goForward()
      await textOf(page).click()
      await page.keyboard.press('ControlOrMeta+End')
      await page.keyboard.type(' and more')
      await page.evaluate(() => history.back())
      await dialogOf(page, 'Leave without saving?').getByRole('button', { name: 'Stay' }).click()
      await expect(textOf(page)).toContainText('First and more')
      await page
        .getByRole('main')
        .getByRole('button', { name: /^(Edit|Save)/ })
        .click()
      await page.waitForURL(site.url + list)
      await page.getByRole('link', { name: 'First and more' }).first().waitFor()
      await expect(page.getByRole('dialog')).toHaveCount(0)
    })
  })
}

test.describe('a prompt', () => {
  test('to restore a draft keeps the draft on Escape', async () => {
    const { page } = await site.open({ path: '/boards/frees/write', user: 'Escaper' })
    await textOf(page).click()
    await page.keyboard.type('hard-won words')
    await page.waitForFunction(() => localStorage.post_draft_board?.includes('hard-won words'))
    await reload(page)
    await dialogOf(page, /There is a draft/).waitFor()
    await expect(page.locator(':focus')).toHaveText('Restore')
    await page.keyboard.press('Escape')
    await textOf(page).getByText('hard-won words').waitFor()
    await reload(page)
    await dialogOf(page, /There is a draft/).waitFor()
    await page.mouse.click(5, 300)
    await textOf(page).getByText('hard-won words').waitFor()
  })

  test('closes with its screen and changes nothing', async () => {
    const { page } = await site.open({ path: '/boards/frees', user: 'Backer' })
    await page.locator('main a[href="/boards/frees/write"]').click()
    await textOf(page).click()
    await page.keyboard.type('kept')
    await page.waitForFunction(() => localStorage.post_draft_board?.includes('kept'))
    await page.goBack()
    await page.locator('main a[href="/boards/frees/write"]').click()
    await dialogOf(page, /There is a draft/).waitFor()
    await page.goBack()
    await page.waitForURL('**/boards/frees')
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    await expect
      .poll(async () => (await draftOf(page, 'post_draft_board'))?.content)
      .toBe('<p>kept</p>')
  })

  test('to log in closes with its screen and does not return there', async () => {
    const { page } = await site.open({ path: '/terms' })
    await page.locator('a[href="/privacy"]').first().click()
    await page.waitForURL('**/privacy')
    await page.evaluate(() => history.pushState(null, '', '/vote/write'))
    await reload(page)
    await page.getByRole('dialog').waitFor()
    await page.goBack()
    await page.waitForURL('**/privacy')
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    await page.getByRole('heading', { level: 1, name: /Privacy/ }).waitFor()
    await page.waitForURL(`${site.url}/privacy`)
  })
})
