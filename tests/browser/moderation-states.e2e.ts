import { expect, test } from 'playwright/test'
import type { ModerationTarget } from '#shared/contract/moderation.ts'
import { ADMIN, editorOf, fillProvider, WITH_ADMIN } from './support/boards.ts'
import { setUpSite } from './support/set-up-site.ts'
import { reload, visit } from './support/until-ready.ts'
import { choose, noteOf, voteButton } from './support/vote-page.ts'

// A ban answers 401 and 403, a note before the reader's consent 409, which the browser logs as errors.
const site = setUpSite({ ...WITH_ADMIN, expectedErrors: / 40[139] / })

/** Ids of a user and of the vote with this note. */
async function voteOf(name: string, note: string) {
  const author = await site.apiUser(name)
  await author.vote('up', `<p>${note}</p>`)
  const { data } = await author.api.votes.get({ query: {} })
  const vote = data?.posts.find(({ title }) => title === note)
  if (!vote) throw new Error('the vote is not in the list')
  return { userId: vote.uid, id: vote.id }
}

async function act(body: {
  act: 'hide' | 'mute' | 'ban'
  target: ModerationTarget
  targetId: number
  days?: 1
}) {
  const { api } = await site.apiUser(ADMIN)
  const { error } = await api.moderation.acts.post({ ...body, reason: 'spam' })
  expect(error).toBeNull()
}

test('a banned person loses the open page and reads the reason and the way to appeal at the login', async () => {
  const { userId } = await voteOf('Outcast', 'Last words')
  const { page } = await site.open({ user: 'Outcast' })
  const login = page.getByRole('banner').getByRole('link', { name: 'Login' })
  await page.getByRole('banner').getByText('Outcast', { exact: true }).waitFor()
  await act({ act: 'ban', target: 'nickname', targetId: userId })
  await login.click()
  await page.getByRole('button', { name: 'Try it here' }).click()
  await fillProvider(page, 'Outcast')
  const alert = page.getByRole('alert').filter({ hasText: 'closed for breaking the rules' })
  await expect(alert.getByRole('link')).toHaveAttribute('href', /^mailto:.+@/)
})

test('a muted person keeps the draft of a note and may vote without it', async () => {
  const { page } = await site.open({ user: 'Loud', path: '/vote/write' })
  const note = await noteOf(page, 'Note')
  await choose(page, 'Unknown')
  await note.click()
  await page.keyboard.type('Listen')
  const { api } = await site.apiUser('Loud')
  const { data: profile } = await api.profile.get()
  await act({ act: 'mute', target: 'nickname', targetId: profile?.id ?? 0, days: 1 })

  await page.getByText('You can still make calls without a note.').waitFor()
  await expect(voteButton(page)).toBeDisabled()
  await expect(voteButton(page)).toHaveAccessibleDescription(/remove the note to make the call/)
  await reload(page)
  await page.getByRole('dialog').getByRole('button', { name: 'Restore' }).click()
  await expect(note).toHaveText('Listen')
  await expect(voteButton(page)).toBeDisabled()
  await note.click()
  await page.keyboard.press('End')
  for (const _ of 'Listen') await page.keyboard.press('Backspace')
  await voteButton(page).click()
  await page.waitForURL('**/vote')

  await visit(page, `${site.url}/boards/frees/write`)
  await editorOf(page).click()
  await page.keyboard.type('Still here')
  await page.getByText('A moderator has paused your writing.').waitFor()
  await expect(page.getByRole('button', { name: 'Save', exact: true })).toBeDisabled()
})

test('a hidden note shows its text to its author and to moderators only', async () => {
  const { id } = await voteOf('Candid', 'Too candid')
  await act({ act: 'hide', target: 'vote', targetId: id })
  const reader = await site.apiUser('Voter')
  await reader.vote('unknown')
  const admin = await site.apiUser(ADMIN)
  await admin.vote('unknown')
  const path = `/vote/view/${id}`
  const article = async (user: string) =>
    (await site.open({ user, path })).page.getByRole('article')

  const own = await article('Candid')
  await own.getByText('Too candid').first().waitFor()
  await own.getByRole('region', { name: 'Hidden' }).getByText('Reason: Spam').waitFor()
  const others = await article('Voter')
  await others.getByText('This note is hidden.').waitFor()
  await expect(others.getByText('Too candid')).toHaveCount(0)
  const moderator = await site.open({ user: ADMIN, path })
  await moderator.page.getByRole('button', { name: 'Continue' }).click()
  const moderators = moderator.page.getByRole('article')
  await moderators.getByText('Too candid').first().waitFor()
  await moderators.getByText('Hidden', { exact: true }).waitFor()
})

test('a phone shows the buttons of the report dialog, and the deletion its list', async () => {
  const author = await site.apiUser('Poster')
  const id = await author.post('suggestions', '<p>A suggestion</p>')
  const viewport = { width: 375, height: 760 }
  const { page } = await site.open({
    user: 'Mina',
    path: `/boards/suggestions/view/${id}`,
    viewport,
  })
  await page.getByRole('button', { name: 'Report', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('button', { name: 'Report' })).toBeInViewport({ ratio: 1 })
  const last = dialog.getByRole('textbox')
  await last.focus()
  const buttons = dialog.getByRole('button', { name: 'Cancel' })
  await expect(async () => {
    const [above, below] = [await last.boundingBox(), await buttons.boundingBox()]
    expect((above?.y ?? 0) + (above?.height ?? 0)).toBeLessThanOrEqual(below?.y ?? 0)
  }).toPass()

  await visit(page, `${site.url}/settings/account`)
  const items = page.getByRole('listitem').filter({ hasText: 'If you come back within 30 days' })
  await expect(items).toHaveCSS('list-style-type', 'disc')
})
