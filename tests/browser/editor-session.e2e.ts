import type { Page } from 'playwright'
import { expect, test } from 'playwright/test'
import { signInHere } from './support/editor-page.ts'
import { fullIf } from './support/matrix.ts'
import { setUpSite } from './support/set-up-site.ts'
import { reload, visit } from './support/until-ready.ts'
import { alerts, choose, voteButton } from './support/vote-page.ts'

const site = setUpSite({ expectedErrors: /status of 40[13]/ })

const textOf = (page: Page) => page.locator('main [contenteditable=true]')
const dialogOf = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name })
const LOGIN = 'Login is required. Would you like to login?'

async function write(page: Page, text: string): Promise<void> {
  await textOf(page).click()
  await page.keyboard.press('ControlOrMeta+End')
  await page.keyboard.type(text)
  await textOf(page).getByText(text).waitFor()
}

/** Logs out in a second tab of the same browser. */
async function logOutElsewhere(page: Page): Promise<void> {
  const other = await page.context().newPage()
  await visit(other, `${site.url}/terms`)
  await other.getByRole('button', { name: 'Logout' }).click()
  await other.close()
  await page.getByRole('banner').getByRole('link', { name: 'Login' }).waitFor()
}

test('a page from the back/forward cache takes over a sign-out that it missed', async () => {
  const { page } = await site.open({ path: '/terms', user: 'Returner' })
  await page.getByRole('button', { name: 'Logout' }).waitFor()
  await page.evaluate(() => {
    // A window gets no storage event of its own changes.
    localStorage.removeItem('accessToken')
    localStorage.removeItem('refreshToken')
    dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
  })
  await page.getByRole('banner').getByRole('link', { name: 'Login' }).waitFor()
})

test.describe('when the session ends while editing', () => {
  test('a vote keeps text and direction, and restores both for its author only', async () => {
    const author = await site.apiUser('Voter')
    await author.vote('up', '<p>First</p>')
    const { data } = await author.api.votes.get({ query: { page: 1 } })
    const path = `/vote/edit/${data?.posts[0]?.id}`
    const { page } = await site.open({ path, user: 'Voter' })
    await write(page, ' and more')
    await choose(page, 'Down')
    await logOutElsewhere(page)
    await expect(textOf(page)).toHaveText('First and more')
    await page.getByRole('main').getByRole('button', { name: 'Edit', exact: true }).click()
    await dialogOf(page, LOGIN).getByRole('button', { name: 'Login' }).click()
    await page.waitForURL('**/login')

    await signInHere(site, page, 'Stranger')
    await visit(page, site.url + path)
    await page
      .getByText('Only the author')
      .or(page.getByText(/not your/i))
      .first()
      .waitFor()
    await expect(page.getByText('and more')).toHaveCount(0)

    await signInHere(site, page, 'Voter')
    await visit(page, site.url + path)
    await dialogOf(page, /There is a draft/)
      .getByRole('button', { name: 'Restore' })
      .click()
    await textOf(page).getByText('First and more').waitFor()
    await page.getByRole('radio', { name: 'Down', checked: true }).waitFor()
    await page.getByRole('main').getByRole('button', { name: 'Edit', exact: true }).click()
    await page.getByRole('button', { name: 'Change direction' }).click()
    await alerts(page).getByText('Edit completed.').waitFor()
    await expect.poll(() => page.evaluate(() => localStorage.post_draft_edits)).toBeUndefined()
  })

  for (const board of ['frees', 'suggestions'] as const) {
    const title = `a post of ${board} keeps its text, with one toast when the tokens are dead`
    test(title, fullIf(board === 'suggestions'), async () => {
      const id = await (await site.apiUser('Poster')).post(board, '<p>First</p>')
      const path = `/boards/${board}/edit/${id}`
      const { page } = await site.open({ path, user: 'Poster' })
      await write(page, ' and more')
      await page.evaluate(() => {
        localStorage.refreshToken = 'dead'
      })
      await page.route('**/api/v1/posts/**', (route) =>
        route.fulfill({
          status: 401,
          json: { success: false, code: 'TOKEN_EXPIRED', message: '' },
        }),
      )
      await page.getByRole('button', { name: 'Edit', exact: true }).click()
      await alerts(page).getByText('Session has expired [Old refreshToken]').waitFor()
      await dialogOf(page, LOGIN).getByRole('button', { name: 'Login' }).waitFor()
      await expect(alerts(page)).toHaveCount(1)
      await expect(textOf(page)).toHaveText('First and more')
      await page.unroute('**/api/v1/posts/**')
      await dialogOf(page, LOGIN).getByRole('button', { name: 'Login' }).click()
      await page.waitForURL('**/login')
      await signInHere(site, page, 'Poster')
      await visit(page, site.url + path)
      await dialogOf(page, /There is a draft/)
        .getByRole('button', { name: 'Restore' })
        .click()
      await textOf(page).getByText('First and more').waitFor()
    })
  }

  test('a new vote keeps its direction', async () => {
    const { page } = await site.open({ path: '/vote/write', user: 'Newcomer' })
    await choose(page, 'Steady')
    await logOutElsewhere(page)
    await page.getByRole('radio', { name: 'Steady', checked: true }).waitFor()
    await voteButton(page).click()
    await dialogOf(page, LOGIN).getByRole('button', { name: 'Login' }).click()
    await page.waitForURL('**/login')
    await signInHere(site, page, 'Newcomer')
    await visit(page, `${site.url}/vote/write`)
    await page.getByRole('radio', { name: 'Steady', checked: true }).waitFor()
    await voteButton(page).click()
    await alerts(page).getByText('Vote saved.', { exact: true }).waitFor()
  })
})

test('a refusal with status 200 keeps the draft of a post and shows the reason', async () => {
  const { page } = await site.open({ path: '/boards/frees/write', user: 'Refused' })
  await write(page, 'my thoughts')
  const json = { success: false, message: 'Not today.' }
  await page.route('**/api/v1/posts/frees', (route) => route.fulfill({ json }), { times: 1 })
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('alert').getByText('Not today.').waitFor()
  await expect
    .poll(() => page.evaluate(() => localStorage.post_draft_board))
    .toContain('my thoughts')
})

test('a vote with nothing but a picture in its note asks first', async () => {
  const { page } = await site.open({ path: '/vote/write', user: 'Painter' })
  const content = '<img src="https://example.org/a.png">'
  const id = await page.evaluate(() => JSON.parse(atob(localStorage.accessToken.split('.')[1])).id)
  const draft = { userId: id, content, savedAt: new Date().toISOString(), choice: 'up' }
  await page.route('https://example.org/**', (route) => route.fulfill({ status: 204 }))
  await page.evaluate(
    (text) => localStorage.setItem('post_draft_vote', text),
    JSON.stringify(draft),
  )
  await reload(page)
  await page.getByRole('dialog').getByRole('button', { name: 'Restore' }).click()
  await voteButton(page).click()
  await dialogOf(page, /A note needs text/)
    .getByRole('button', { name: 'Add text' })
    .click()
  await expect.poll(() => page.evaluate(() => localStorage.post_draft_vote)).toContain('a.png')
  await voteButton(page).click()
  await dialogOf(page, /A note needs text/)
    .getByRole('button', { name: 'Continue' })
    .click()
  await alerts(page).getByText('Vote saved.', { exact: true }).waitFor()
})
