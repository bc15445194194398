import type { Page } from 'playwright'
import { expect, test } from 'playwright/test'
import { VoteDetail } from '#shared/contract/votes.ts'
import { type PlannedServer, startPlannedServer } from '#tests/support/planned-exchange.ts'
import { findViolations, report } from './support/axe.ts'
import { bridgeCalls, openDesktopWindow, sessionOf } from './support/fake-bridge.ts'
import { composerOf, createPeople, replyWith, sendReply, threadOf } from './support/replies.ts'
import { setUpSite } from './support/set-up-site.ts'
import { reload } from './support/until-ready.ts'
import { voteButton } from './support/vote-page.ts'

const TARGET = '2026-11-26T00:00:00.000Z'

let server: PlannedServer
const site = setUpSite(async () => {
  server = await startPlannedServer([
    ['2026-11-19T00:00:00Z', 100_000],
    ['2026-11-23T00:00:00Z', 100_000],
    ['2026-11-26T00:00:00Z', 106_000],
  ])
  // The browser logs what these tests are refused.
  return { server, expectedErrors: / (401|403|404) / }
})
const { write, cast } = createPeople(() => server)

const panel = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const row = (page: Page, name: string) => panel(page, 'Live').getByRole('link', { name })
const close = (page: Page) => page.getByRole('button', { name: 'Close and show Live' })

/** Signs somebody in who has called the round and may read its notes without a question. */
async function reader(name: string, id: number, path = '/desk') {
  await cast(name, TARGET, 'down')
  const { api } = await server.person(name)
  await api.call(VoteDetail, 'GET', `/votes/${id}`)
  return site.open({ user: name, path })
}

test('a note opens in place of the live column with its replies, by keyboard, and closes again', async () => {
  const { id } = await cast('Mina', TARGET, 'up', '<p>Higher lows</p>')
  await write('Mina', `/votes/${id}`, 'Ask me anything')
  const { page } = await reader('Ann', id)
  // New replies appear by themselves while the end of the thread is seen.
  await page.setViewportSize({ width: 1440, height: 1600 })
  await row(page, 'Higher lows').press('Enter')
  await expect(page).toHaveURL(`${site.url}/desk?vote=${id}`)
  const note = panel(page, 'Call')
  await note.getByRole('heading', { name: 'Higher lows' }).waitFor()
  await expect(note.locator(':focus')).toHaveCount(1)
  await expect(panel(page, 'Live')).toHaveCount(0)
  await replyWith(page, 'Ask me anything').waitFor()
  // The screen keeps its one heading and its title.
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(['Desk'])
  await expect(page).toHaveTitle('Desk · Tidemark')

  await sendReply(page, 'What would change your mind?')
  await expect(page).toHaveURL(new RegExp(`/desk\\?vote=${id}`))
  await write('Mina', `/votes/${id}`, 'A close below the band')
  await replyWith(page, 'A close below the band').waitFor()

  await close(page).press('Enter')
  await expect(page).toHaveURL(`${site.url}/desk`)
  await expect(row(page, 'Higher lows')).toBeFocused()
  await page.goBack()
  await note.getByRole('heading', { name: 'Higher lows' }).waitFor()
})

test('a draft outlives the pane, and a link to a reply leads to its own screen', async () => {
  const { id } = await cast('Nora', TARGET, 'up', '<p>Second note</p>')
  const reply = await write('Nora', `/votes/${id}`, 'Linked words')
  const { page } = await reader('Bea', id, `/desk?vote=${id}`)
  await composerOf(page).fill('Half a thought')
  await close(page).click()
  await row(page, 'Second note').click()
  await expect(composerOf(page)).toHaveValue('Half a thought')
  await reload(page)
  await expect(composerOf(page)).toHaveValue('Half a thought')

  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await replyWith(page, 'Linked words').getByRole('button', { name: 'Copy link' }).click()
  await expect
    .poll(() => page.evaluate(() => navigator.clipboard.readText()))
    .toBe(`${site.url}/vote/view/${id}?reply=${reply.id}`)
  await page.setViewportSize({ width: 1099, height: 700 })
  await expect(page).toHaveURL(`${site.url}/vote/view/${id}`)
  await threadOf(page).waitFor()
})

test('keeps its gate: a guest signs in, and a call made beside it opens the note', async () => {
  const { id } = await cast('Olga', TARGET, 'steady', '<p>Behind the gate</p><p>Secret reason</p>')
  const guest = await site.open({ path: '/desk' })
  await row(guest.page, 'Behind the gate').click()
  await panel(guest.page, 'Call').getByText('Sign in and make your own call').waitFor()
  await guest.page.getByRole('link', { name: 'Close' }).click()
  await expect(guest.page).toHaveURL(`${site.url}/desk`)

  const { page } = await site.open({ user: 'Newt', path: `/desk?vote=${id}` })
  const note = panel(page, 'Call')
  await note.getByText('Make your own call').waitFor()
  await expect(page.getByText('Secret reason')).toHaveCount(0)
  await page.getByRole('radio', { name: 'Down' }).check()
  await voteButton(page).click()
  await note.getByText('locks your call').waitFor()
  await expect(page.getByText('Secret reason')).toHaveCount(0)
  await note.getByRole('button', { name: 'Continue' }).click()
  await note.getByText('Secret reason').waitFor()
})

test('a post opens there too, and a missing text says so without leaving the desk', async () => {
  const { post } = await site.apiUser('Writer')
  const id = await post('suggestions', '<p>An idea</p>')
  const { page } = await site.open({ user: 'Cem', path: '/desk' })
  await row(page, 'An idea').click()
  await expect(page).toHaveURL(`${site.url}/desk?post=suggestions-${id}`)
  await sendReply(page, 'Seconded')
  await page.goto(`${site.url}/desk?vote=999999`)
  await panel(page, 'Call').getByRole('link', { name: 'Close' }).click()
  await panel(page, 'Live').waitFor()
})

test('in a window of the app the desk keeps its texts, and other links open in the main window', async () => {
  const { id } = await cast('Pia', TARGET, 'up', '<p>On the second monitor</p>')
  const session = await sessionOf(site, 'Docked')
  const { page } = await openDesktopWindow(
    site,
    { hasStream: true, session },
    { path: '/window/desk', viewport: { width: 1200, height: 800 } },
  )
  await row(page, 'On the second monitor').click()
  await expect(page).toHaveURL(/\/window\/desk\?vote=/)
  await panel(page, 'Call').waitFor()
  expect(await bridgeCalls(page)).not.toContain(`window:open /vote/view/${id}`)
})

test('has no accessibility violations and fits its narrowest column', async () => {
  const { id } = await cast('Quin', TARGET, 'up', '<p>To be checked</p>')
  const { page } = await reader('Rae', id, `/desk?vote=${id}`)
  await sendReply(page, 'A reply to be checked')
  const views = (['dark', 'light'] as const).map((colorScheme) => ({ width: 1100, colorScheme }))
  expect(report(await findViolations(page, '/desk with a note', views))).toBe('')
  const thread = threadOf(page)
  expect(await thread.evaluate((box) => box.scrollWidth - box.clientWidth)).toBe(0)
})
