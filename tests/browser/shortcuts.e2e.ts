import type { Page } from 'playwright'
import { expect, test } from 'playwright/test'
import { composerOf, replyWith } from './support/replies.ts'
import { setUpSite } from './support/set-up-site.ts'
import { alerts, choose, noteOf } from './support/vote-page.ts'

const site = setUpSite({ seeded: true })

const main = (page: Page) => page.getByRole('main')
const heading = (page: Page, name: string) => main(page).getByRole('heading', { level: 1, name })
const sheet = (page: Page) => page.getByRole('dialog', { name: 'Keyboard shortcuts' })
const rows = (page: Page) => page.locator('main .row-link')

/** Opens a page; its shortcuts are loaded once the sheet opens. */
async function open(path: string, user?: string): Promise<Page> {
  const { page } = await site.open(user === undefined ? { path } : { path, user })
  await expect(async () => {
    await page.keyboard.press('?')
    await expect(sheet(page)).toBeVisible({ timeout: 500 })
  }).toPass()
  await page.keyboard.press('Escape')
  await expect(sheet(page)).toBeHidden()
  return page
}

test('a guest goes through rounds, pages and the chart by single keys, and turns them off', async () => {
  const page = await open('/')
  await page.keyboard.press('g')
  await page.keyboard.press('r')
  await heading(page, 'Rounds').waitFor()
  await rows(page).nth(2).waitFor()
  await page.keyboard.press('j')
  await expect(rows(page).first()).toBeFocused()
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  await page.keyboard.press('k')
  await expect(rows(page).nth(1)).toBeFocused()
  const outline = () =>
    rows(page)
      .nth(1)
      .evaluate((link) => getComputedStyle(link, '::after').outlineStyle)
  await expect.poll(() => outline()).toBe('solid')

  const newest = (await rows(page).first().getAttribute('href')) ?? ''
  await page.keyboard.press(']')
  await expect(page).toHaveURL(/page=2/)
  await expect(rows(page).first()).not.toHaveAttribute('href', newest)
  await page.keyboard.press('[')
  await expect(page).not.toHaveURL(/page=2/)
  await expect(rows(page).first()).toHaveAttribute('href', newest)
  await page.keyboard.press('j')
  await expect(rows(page).first()).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/rounds\/\d{4}-/)

  await page.keyboard.press('g')
  await page.keyboard.press('v')
  const medium = page.getByRole('button', { name: 'Medium' })
  await medium.waitFor()
  await page.keyboard.press('3')
  await expect(medium).toHaveAttribute('aria-pressed', 'true')

  await page.getByRole('button', { name: 'Settings' }).press('Enter')
  await page.getByRole('checkbox', { name: 'Use keyboard shortcuts' }).press('Space')
  await page.keyboard.press('Escape')
  await page.keyboard.press('g')
  await page.keyboard.press('h')
  await page.keyboard.press('1')
  await expect(medium).toHaveAttribute('aria-pressed', 'true')
})

test('the sheet opens once, however often its key is pressed while it loads', async () => {
  const { page } = await site.open({ path: '/rules' })
  const held = Promise.withResolvers<void>()
  let isAsked = false
  await page.route(/shortcut-sheet.*\.js/, async (route) => {
    isAsked = true
    await held.promise
    await route.continue()
  })
  const press = () => page.keyboard.press('?')
  await expect(async () => {
    await press()
    expect(isAsked).toBe(true)
  }).toPass()
  await press()
  await press()
  held.resolve()
  await sheet(page).waitFor()
  await expect(page.getByRole('dialog')).toHaveCount(1)
  await page.keyboard.press('Escape')
  await expect(page.locator('dialog')).toHaveCount(0)
  await press()
  await sheet(page).waitFor()
})

test('saving by keys misses no character, even before the next frame', async () => {
  const page = await open('/vote/write', 'Quick')
  const text = page.locator('main [contenteditable=true]')
  await text.focus()
  await page.keyboard.type('typed at onc')
  await page.keyboard.press('Alt+Shift+2')
  await expect(page.getByRole('radio', { name: 'Steady' })).toBeChecked()
  await page.evaluate(() => {
    window.requestAnimationFrame = () => 1
  })
  const saved = page.waitForRequest(
    (request) => request.method() === 'POST' && new URL(request.url()).pathname.endsWith('/votes'),
  )
  await page.keyboard.type('e')
  await page.keyboard.press('Control+Enter')
  expect((await saved).postData()).toContain('typed at once')
})

test('a member votes, edits and reacts by shortcuts, which the editor gets as text', async () => {
  const page = await open('/vote', 'Shorty')
  await page.keyboard.press('n')
  const text = page.locator('main [contenteditable=true]')
  await text.focus()
  await page.keyboard.type('ghj? ')
  await page.keyboard.press('Alt+Shift+2')
  await expect(page.getByRole('radio', { name: 'Steady' })).toBeChecked()
  await page.keyboard.press('Control+Enter')
  await page.getByText('Vote saved.', { exact: true }).waitFor()
  await rows(page).filter({ hasText: 'ghj?' }).waitFor()
  await page.keyboard.press('j')
  await expect(rows(page).first()).toBeFocused()
  await page.keyboard.press('e')
  await expect(text).toContainText('ghj?')
  await text.focus()
  await page.keyboard.press('Control+End')
  await page.keyboard.type('l')
  await page.keyboard.press('Control+Enter')
  await page.getByRole('link', { name: 'ghj? l' }).first().waitFor()

  await page.keyboard.press('g')
  await page.keyboard.press('b')
  await heading(page, 'Boards').waitFor()
  await rows(page).first().waitFor()
  await page.keyboard.press('j')
  await expect(rows(page).first()).toBeFocused()
  await page.keyboard.press('Enter')
  const like = main(page).getByRole('button', { name: /^Like/ })
  await expect(like).toHaveAttribute('aria-pressed', 'false')
  await page.keyboard.press('l')
  await expect(like).toHaveAttribute('aria-pressed', 'true')
})

test('the keys of the desk act on the form with the focus: a reply, then the call with its note', async () => {
  await (await site.apiUser('Asker')).post('frees', '<p>Answer me</p>')
  const page = await open('/desk', 'Answerer')
  const votes: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && /\/votes\b/.test(request.url())) votes.push(request.url())
  })
  await choose(page, 'Up')
  await page.getByRole('link', { name: 'Answer me' }).click()
  await composerOf(page).fill('An answer')
  await page.keyboard.press('Alt+Shift+2')
  await page.keyboard.press('ControlOrMeta+Enter')
  await replyWith(page, 'An answer').waitFor()
  await expect(page.getByRole('radio', { name: 'Up' })).toBeChecked()
  expect(votes).toEqual([])

  await page.getByRole('button', { name: 'Add a note' }).click()
  await (await noteOf(page, 'Note')).click()
  await page.keyboard.type('A reason')
  await page.keyboard.press('Alt+Shift+2')
  await page.keyboard.press('ControlOrMeta+Enter')
  await alerts(page).getByText('Vote saved.', { exact: true }).waitFor()
  await expect(page.getByRole('region', { name: 'Your open calls' })).toContainText('Steady')
})
