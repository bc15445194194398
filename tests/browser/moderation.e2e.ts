import type { Page } from 'playwright'
import { expect, test } from 'playwright/test'
import { ADMIN, row, WITH_ADMIN } from './support/boards.ts'
import { setUpSite } from './support/set-up-site.ts'
import { visit } from './support/until-ready.ts'

// A refused report is a 409, a hidden post a 404, an aborted request ERR_FAILED, which the browser logs as errors.
const site = setUpSite({ ...WITH_ADMIN, expectedErrors: / 40[49] |ERR_FAILED/ })

const hide = { act: 'hide', target: 'post', reason: 'spam' } as const

async function report(page: Page, reason: string) {
  await page.getByRole('button', { name: 'Report', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Report to the moderators' })
  await expect(dialog.getByRole('button', { name: 'Report' })).toBeDisabled()
  await dialog.getByRole('radio', { name: reason }).check()
  await dialog.getByRole('button', { name: 'Report' }).click()
  return dialog
}

test('a member reports a post once, and a nickname; an own post cannot be reported', async () => {
  const author = await site.apiUser('Peddler')
  const id = await author.post('suggestions', '<p>Paid signals</p>')
  const path = `/boards/suggestions/view/${id}`
  const { page } = await site.open({ user: 'Reader', path })
  await report(page, 'Scam')
  await page.getByRole('status').getByText('Reported. Thank you').waitFor()
  await expect(page.getByRole('button', { name: 'Report', exact: true })).toBeFocused()

  const dialog = await report(page, 'Spam')
  await dialog.getByRole('alert').getByText('You have already reported this.').waitFor()
  await dialog.getByRole('radio', { name: 'The nickname “Peddler”' }).check()
  await dialog.getByRole('button', { name: 'Report' }).click()
  await dialog.waitFor({ state: 'hidden' })

  const own = await site.open({ user: 'Peddler', path })
  await own.page.getByRole('article', { name: 'Paid signals' }).waitFor()
  await expect(own.page.getByRole('button', { name: 'Report', exact: true })).toHaveCount(0)
  const guest = await site.open({ path })
  await guest.page.getByRole('button', { name: 'Report', exact: true }).click()
  await guest.page
    .getByRole('dialog')
    .getByText(/log ?in/i)
    .first()
    .waitFor()
})

test('an admin decides by keyboard; open pages of others lose the post at once, Undo brings it and its case back', async () => {
  const author = await site.apiUser('Spammer')
  const reporter = await site.apiUser('Watcher')
  const first = await author.post('suggestions', '<p>Buy now</p>')
  const second = await author.post('suggestions', '<p>Buy later</p>')
  for (const targetId of [first, second]) {
    await reporter.api.reports.post({ target: 'post', targetId, reason: 'spam', text: 'ads' })
  }
  const reader = await site.open({ path: '/boards/suggestions' })
  await row(reader.page, 'Buy now').waitFor()
  const { page } = await site.open({ user: ADMIN, path: '/profile' })
  await page.getByRole('link', { name: 'Reports and appeals' }).click()
  const cases = page.getByRole('list', { name: 'Reported texts and nicknames' })
  await cases.getByRole('link', { name: 'Buy now' }).waitFor()
  await expect(async () => {
    await page.keyboard.press('j')
    const focused = await page.evaluate(() => document.activeElement?.textContent)
    expect(focused).toBe('Buy now')
  }).toPass()
  await page.keyboard.press('Enter')
  const pane = page.getByRole('article', { name: /^Case / })
  await pane.getByText('ads', { exact: true }).waitFor()
  const name = await pane.getByRole('heading', { level: 1 }).textContent()
  await pane.getByRole('button', { name: 'Hide', exact: true }).press('Enter')
  await row(reader.page, 'Buy now').waitFor({ state: 'hidden' })
  // The next case is open, and its heading has the focus.
  await expect(pane.getByRole('heading', { level: 1 })).not.toHaveText(name ?? '')
  await expect(pane.getByRole('heading', { level: 1 })).toBeFocused()
  await page.getByRole('button', { name: 'Undo' }).click()
  await row(reader.page, 'Buy now').waitFor()
  await page.getByRole('status').getByText('Undone.').waitFor()
  await cases.getByRole('link', { name: 'Buy now' }).waitFor()
})

test('a moderator who went on to another case reads that the decision was not saved, and for which case', async () => {
  const author = await site.apiUser('Hawker')
  const reporter = await site.apiUser('Watcher')
  for (const text of ['First offer', 'Second offer']) {
    const targetId = await author.post('suggestions', `<p>${text}</p>`)
    await reporter.api.reports.post({ target: 'post', targetId, reason: 'spam' })
  }
  const { page } = await site.open({ user: ADMIN, path: '/admin/reports' })
  const cases = page.getByRole('list', { name: 'Reported texts and nicknames' })
  await cases.getByRole('link', { name: 'First offer' }).click()
  const held = Promise.withResolvers<void>()
  await page.route('**/moderation/acts', async (route) => {
    await held.promise
    await route.abort()
  })
  const title = await page.getByRole('heading', { level: 1, name: /^Case / }).textContent()
  await page.getByRole('button', { name: 'Dismiss' }).click()
  await cases.getByRole('link', { name: 'Second offer' }).click()
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText(title ?? '')
  held.resolve()
  const alert = page.getByRole('alert')
  await alert.getByText('The decision was not saved.').waitFor()
  await expect(alert).toContainText(title ?? '')
})

test('a second moderator sees that a case was decided meanwhile', async () => {
  const author = await site.apiUser('Contested')
  const reporter = await site.apiUser('Watcher')
  const admin = await site.apiUser(ADMIN)
  const targetId = await author.post('suggestions', '<p>Contested post</p>')
  await reporter.api.reports.post({ target: 'post', targetId, reason: 'hate' })
  const { page } = await site.open({ user: ADMIN, path: '/admin/reports' })
  await page.getByRole('link', { name: 'Contested post' }).click()
  const button = page.getByRole('button', { name: 'Dismiss' })
  await button.waitFor()
  const { data } = await admin.api.moderation.cases.get({ query: {} })
  const caseId = data?.cases.find((one) => one.targetId === targetId)?.id ?? 0
  const act = { ...hide, act: 'dismiss', targetId, caseId } as const
  await admin.api.moderation.acts.post(act)
  await button.click()
  await page.getByText('Another moderator has decided this.').waitFor()
  await page.getByRole('button', { name: 'Load again' }).click()
  await page.getByText(/^Decision: Dismissed/).waitFor()
})

test('a moderator who dismisses what was hidden meanwhile reads so, and can leave it hidden', async () => {
  const author = await site.apiUser('Surprised')
  const reporter = await site.apiUser('Watcher')
  const admin = await site.apiUser(ADMIN)
  const targetId = await author.post('suggestions', '<p>Hidden meanwhile</p>')
  await reporter.api.reports.post({ target: 'post', targetId, reason: 'spam' })
  const { page } = await site.open({ user: ADMIN, path: '/admin/reports' })
  await page.getByRole('link', { name: 'Hidden meanwhile' }).click()
  await page.route('**/moderation/acts', async (route) => {
    // Hides it and leaves the case open, as reports do.
    await admin.api.moderation.acts.post({ ...hide, act: 'ban', targetId, hideContent: true })
    await route.continue()
  })
  await page.getByRole('button', { name: 'Dismiss' }).click()
  await page.getByRole('alert').getByText('This is hidden, so it cannot be dismissed.').waitFor()
  await page.getByRole('button', { name: 'Keep hidden' }).waitFor()
})

test('the author appeals on the hidden post, an admin reverses it, others see a calm page until then', async () => {
  const author = await site.apiUser('Joker')
  const admin = await site.apiUser(ADMIN)
  const targetId = await author.post('suggestions', '<p>An odd joke</p>')
  await admin.api.moderation.acts.post({ ...hide, targetId, message: 'Not funny.' })
  const path = `/boards/suggestions/view/${targetId}`
  const other = await site.open({ user: 'Other', path })
  await other.page.getByRole('heading', { level: 1, name: 'This post is hidden' }).waitFor()

  const { page } = await site.open({ user: 'Joker', path })
  const notice = page.getByRole('region', { name: 'Hidden' })
  await notice.getByText('Not funny.').waitFor()
  await notice.getByRole('button', { name: 'Appeal' }).click()
  const text = page.getByLabel('Your reasons')
  await page.keyboard.press('Escape')
  await expect(text).toHaveCount(0)
  await notice.getByRole('button', { name: 'Appeal' }).click()
  await text.fill('It was meant kindly.')
  await page.mouse.click(2, 2)
  // Chrome closes both dialogs by one Escape after several.
  for (let presses = 0; presses < 4; presses++) {
    await page.keyboard.press('Escape')
    await page.getByText('Discard what you have typed?').waitFor()
    await page.keyboard.press('Escape')
    await page.getByText('Discard what you have typed?').waitFor({ state: 'hidden' })
  }
  await expect(text).toHaveValue('It was meant kindly.')
  await page.getByRole('button', { name: 'Send appeal' }).click()
  await notice.getByText(/^Appealed on/).waitFor()

  const moderator = await site.open({ user: ADMIN, path: '/admin/reports?tab=appeals' })
  const appeal = moderator.page.getByRole('article').filter({ hasText: 'It was meant kindly.' })
  await appeal.getByLabel('Answer to the user (optional)').fill('Agreed.')
  await appeal.getByRole('button', { name: 'Reverse the act' }).click()
  await notice.waitFor({ state: 'hidden' })
  await visit(page, `${site.url}/profile`)
  await page.getByText('Your appeal was granted.').waitFor()
  await page.getByText('Agreed.').first().waitFor()
})

test('a page of cases beyond the last says that it is empty, and leads to the first', async () => {
  const { page } = await site.open({ user: ADMIN, path: '/admin/reports?tab=closed&page=9' })
  await page.getByText('There are no reports on this page.').waitFor()
  await page.getByRole('navigation', { name: 'Pages of reports' }).getByText('1').click()
  await page.waitForURL('**/admin/reports?tab=closed')
})

test('reports are for admins: a member is sent home', async () => {
  const { page } = await site.open({ user: 'Member', path: '/admin/reports' })
  await page.getByText('Reports are for moderators only.').waitFor()
  await expect.poll(() => new URL(page.url()).pathname).toBe('/')
})
