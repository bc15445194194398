import type { Page } from 'playwright'
import { expect, test } from 'playwright/test'
import { HOUR_MS } from '#shared/rules/time.ts'
import { editorOf, pathOf, row, rows } from './support/boards.ts'
import { goOffline, offlineNotice, withoutGreeting } from './support/go-offline.ts'
import { withoutMarkup } from './support/plain-page.ts'
import { setUpSite } from './support/set-up-site.ts'
import { visit } from './support/until-ready.ts'

let minasPost = 0
const site = setUpSite()
test.beforeAll(async () => {
  for (const name of ['Aoi', 'Bea', 'Mina']) {
    const person = await site.apiUser(name)
    for (const number of [1, 2, 3, 4]) {
      minasPost = await person.post('suggestions', `<p>${name} says ${number}</p>`)
    }
  }
})

const LIST = '**/api/v1/posts/suggestions?*'

/**
 * Makes every post in a reply editable for `left` more milliseconds from the first reply on; negative
 * when the hour is over. The page's clock follows the server's and may be late by a message's way.
 */
async function backdate(page: Page, pattern: string, left: number): Promise<void> {
  let created: number | undefined
  await page.route(pattern, async (route) => {
    const response = await route.fetch()
    const text = await response.text()
    created ??= Date.now() - HOUR_MS + left
    const written = `"created":"${new Date(created).toISOString()}"`
    await route.fulfill({ response, body: text.replace(/"created":"[^"]+"/g, written) })
  })
}

test.describe('many posts', () => {
  test('are paginated by ten, and reading one returns to its page', async () => {
    const { page } = await site.open({ user: 'Reader', path: '/boards/suggestions' })
    await row(page, 'Mina says 4').waitFor()
    await expect(rows(page)).toHaveCount(10)
    const pages = page.getByRole('navigation', { name: 'Pages of posts' })
    await expect.poll(() => pages.getByRole('link').allInnerTexts()).toEqual(['1', '2'])
    await pages.getByRole('link', { name: '2' }).click()
    await row(page, 'Aoi says 1').waitFor()
    await expect(rows(page)).toHaveCount(2)
    await expect.poll(() => pathOf(page)).toBe('/boards/suggestions?page=2')

    await row(page, 'Aoi says 1').click()
    const post = page.getByRole('article', { name: 'Aoi says 1' })
    await post.waitFor()
    await expect(rows(page)).toHaveCount(2)
    await pages.getByRole('link', { name: '1', exact: true }).click()
    await row(page, 'Mina says 4').waitFor()
    await expect(post).toBeVisible()
    await pages.getByRole('link', { name: '2' }).click()
    await row(page, 'Aoi says 1').waitFor()
    await post.getByRole('link', { name: 'Close' }).click()
    await page.waitForURL(`${site.url}/boards/suggestions?page=2`)
  })

  test('shows the previous page while the next one loads', async () => {
    const { page } = await site.open({ path: '/boards/suggestions' })
    await row(page, 'Mina says 4').waitFor()
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route('**/api/v1/posts/suggestions?page=2', async (route) => {
      await held
      await route.continue()
    })
    await page.getByRole('link', { name: '2', exact: true }).click()
    await page.locator('main ol[aria-busy=true]').waitFor()
    await expect(row(page, 'Mina says 4')).toBeVisible()
    release()
    await row(page, 'Aoi says 1').waitFor()
  })
})

test.describe('loading failures', () => {
  test('a list shows the failure and can be retried', async () => {
    const { page, pageErrors } = await site.open({ path: '/login' })
    await withoutMarkup(page)
    const refuse = { status: 429, json: { success: false, code: 'RATE_LIMITED', message: 'x' } }
    await withoutGreeting(page)
    await page.route(LIST, (route) => route.fulfill(refuse))
    await visit(page, `${site.url}/boards/suggestions`)
    await page.getByRole('alert').getByText('Failed to load post list.').waitFor()
    await page.getByText('Too many requests. Try again later.').waitFor()
    await page.unroute(LIST)
    await page.getByRole('button', { name: 'Try again' }).click()
    await row(page, 'Mina says 4').waitFor()
    pageErrors.splice(0)
  })

  test('a missing post leads back to its board, in both languages', async () => {
    const { page, pageErrors } = await site.open({ path: '/boards/suggestions', locale: 'ko-KR' })
    await row(page, 'Mina says 4').waitFor()
    const refuse = { status: 404, json: { success: false, code: 'NOT_FOUND', message: 'x' } }
    await page.route('**/api/v1/posts/suggestions/*', (route) => route.fulfill(refuse))
    await row(page, 'Mina says 4').click()
    await page.getByRole('alert').getByText('글을 불러오지 못했습니다.').waitFor()
    await page.waitForURL(`${site.url}/boards/suggestions`)
    pageErrors.splice(0)
  })

  test('a post that is read stays while it cannot be fetched again', async () => {
    const path = `/boards/suggestions/view/${minasPost}`
    const { page, pageErrors } = await site.open({ user: 'Reader', path })
    await page.getByText('Mina says 4').first().waitFor()
    let refused = 0
    await page.route(`**/api/v1/posts/suggestions/${minasPost}`, async (route) => {
      await route.fulfill({ status: 503 })
      refused += 1
    })
    await goOffline(page)
    await offlineNotice(page).waitFor()
    const failed = page.waitForEvent('console', {
      predicate: (message) => message.type() === 'warning',
    })
    await page.context().setOffline(false)
    await failed
    // A request and its repetitions; the network's return may begin more than one.
    await expect.poll(() => refused).toBeGreaterThan(2)
    await offlineNotice(page).waitFor({ state: 'hidden' })
    await expect(page.getByRole('alert')).toHaveCount(0)
    expect(new URL(page.url()).pathname).toBe(path)
    await page.getByRole('heading', { name: 'Mina says 4' }).waitFor()
    pageErrors.splice(0)
  })

  test('a missing post to edit leads back to its board', async () => {
    const path = '/boards/suggestions/edit/2147483647'
    const { page, pageErrors } = await site.open({ user: 'Mina', path })
    await page.getByRole('alert').getByText('Failed to load post.').waitFor()
    await page.waitForURL(`${site.url}/boards/suggestions`)
    pageErrors.splice(0)
  })

  test('a failed reaction shows a toast and changes nothing', async () => {
    const path = `/boards/suggestions/view/${minasPost}`
    const { page, pageErrors } = await site.open({ user: 'Reader', path })
    await page.route('**/reaction', (route) => route.fulfill({ status: 500 }))
    await page.getByRole('button', { name: 'Like 0', exact: true }).click()
    await page.getByRole('alert').getByText('Failed to process reaction.').waitFor()
    await page.getByRole('button', { name: 'Like 0', exact: true, pressed: false }).waitFor()
    pageErrors.splice(0)
  })
})

test.describe('editing', () => {
  test('is for the author only: others see the post with a message', async () => {
    const path = `/boards/suggestions/edit/${minasPost}`
    const { page } = await site.open({ user: 'Stranger', path })
    await page.getByRole('alert').getByText('Only the author can edit this.').waitFor()
    await page.getByRole('article', { name: 'Mina says 4' }).waitFor()
    await expect.poll(() => pathOf(page)).toBe(`/boards/suggestions/view/${minasPost}`)
    await expect(page.getByRole('link', { name: /Edit/ })).toHaveCount(0)
  })

  test('is offered for one hour, then the button disappears', async () => {
    const { page } = await site.open({ user: 'Mina', path: '/icon.svg' })
    await backdate(page, LIST, 8_000)
    await visit(page, `${site.url}/boards/suggestions`)
    const edit = row(page, 'Mina says 4').getByRole('link', { name: 'Edit “Mina says 4”' })
    await edit.waitFor()
    await expect(row(page, 'Bea says 4').getByRole('link', { name: /Edit/ })).toHaveCount(0)
    await edit.waitFor({ state: 'hidden' })
  })

  test('is refused after the hour', async () => {
    const { page } = await site.open({ user: 'Mina', path: '/icon.svg' })
    const post = `**/api/v1/posts/suggestions/${minasPost}`
    await backdate(page, post, -60_000)
    await visit(page, `${site.url}/boards/suggestions/edit/${minasPost}`)
    await page
      .getByRole('alert')
      .getByText('This can be edited for one hour after it was written.')
      .waitFor()
    await page.getByRole('article', { name: 'Mina says 4' }).waitFor()
  })

  test('keeps the text when the hour ends while editing, and the server decides', async () => {
    const { page, pageErrors } = await site.open({ user: 'Mina', path: '/icon.svg' })
    const post = `**/api/v1/posts/suggestions/${minasPost}`
    await backdate(page, post, 9_000)
    await visit(page, `${site.url}/boards/suggestions/edit/${minasPost}`)
    await page.getByText(/^Time left to edit \ds$/).waitFor()
    await page
      .getByText(
        "The one-hour edit window has closed; changes can't be saved. Copy what you want to keep.",
      )
      .waitFor()
    await editorOf(page).filter({ hasText: 'Mina says 4' }).waitFor()
    const refuse = {
      status: 403,
      json: { success: false, code: 'EDIT_WINDOW_CLOSED', message: '' },
    }
    const saves = `${post}?seen=*`
    await page.route(saves, (route) => route.fulfill(refuse))
    const save = page.getByRole('button', { name: 'Edit', exact: true })
    await save.click()
    await page
      .getByRole('alert')
      .getByText('This can be edited for one hour after it was written.')
      .waitFor()
    await page.route(saves, (route) => route.fulfill({ status: 500 }))
    await save.click()
    await page.getByRole('alert').getByText('Edit failed.').waitFor()
    await expect(editorOf(page)).toBeVisible()
    pageErrors.splice(0)
  })
})
