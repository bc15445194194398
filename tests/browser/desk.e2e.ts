import type { Page } from 'playwright'
import { expect, test } from 'playwright/test'
import { findViolations, report } from './support/axe.ts'
import { bridgeCalls, emit, openDesktopWindow, sessionOf } from './support/fake-bridge.ts'
import { goOffline } from './support/go-offline.ts'
import { fullIf } from './support/matrix.ts'
import { setUpSite } from './support/set-up-site.ts'
import { textOf } from './support/site.ts'
import { reload, visit } from './support/until-ready.ts'
import { alerts, choose, noteOf, voteButton } from './support/vote-page.ts'

const site = setUpSite({ seeded: true })
const SMALLEST = { viewport: { width: 1100, height: 700 } }

const panel = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const round = (page: Page, state: string) =>
  panel(page, 'Rounds')
    .getByRole('article')
    .filter({ has: page.getByText(state, { exact: true }) })
const rows = (page: Page) => panel(page, 'Live').getByRole('listitem')

/** Pixels by which the page or its main part scrolls. */
const overflow = (page: Page) =>
  page.evaluate(() => {
    const { scrollHeight, scrollWidth } = document.documentElement
    return { x: scrollWidth - innerWidth, y: scrollHeight - innerHeight }
  })

test('a guest sees both rounds, what signing in brings, and the votes screen in a narrow window', async () => {
  const { page } = await site.open({ path: '/desk', ...SMALLEST })
  await round(page, 'Open').getByText('Sign in to call this round').waitFor()
  await expect
    .poll(() => textOf(round(page, 'Open')))
    .toMatch(/closes in .*Reference [\d,]+ Now [\d,]+ .*▲ Up, above [\d,]+ \+\d+/)
  await expect.poll(() => textOf(round(page, 'Closed'))).toMatch(/settles in .*Reference [\d,]+/)
  await panel(page, 'Your open calls').getByText('Sign in to see').waitFor()
  await rows(page).filter({ hasText: 'Settled' }).first().waitFor()
  await expect.poll(() => overflow(page)).toEqual({ x: 0, y: 0 })
  await expect(page.getByRole('region', { name: 'Price alert' })).toHaveCount(0)
  await page.setViewportSize({ width: 1099, height: 700 })
  await expect(page).toHaveURL(`${site.url}/vote`)
})

test('a member votes in place by keyboard, and the call is worth something at once', async () => {
  const { page } = await site.open({ path: '/desk', user: 'Deskhand', ...SMALLEST })
  await page.getByRole('radio').first().focus()
  await page.keyboard.press('Space')
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('radio', { name: 'Steady' })).toBeChecked()
  await expect(round(page, 'Open')).toContainText(
    /Steady, [\d,]+ to [\d,]+ \+\d+\sif\sright · −\d+\sif\swrong/,
  )
  await voteButton(page).focus()
  await page.keyboard.press('Enter')
  await alerts(page).getByText('Vote saved.', { exact: true }).waitFor()
  await expect(round(page, 'Open')).toContainText(/worth [+−]?\d+ points now/)
  await expect(panel(page, 'Your open calls')).toContainText(
    /Your call · Open.*worth [+−]?\d+ points now/s,
  )
  await expect.poll(() => overflow(page)).toEqual({ x: 0, y: 0 })
})

test('shows a call from another device, which the access token here does not include', async () => {
  const { page } = await site.open({ path: '/desk', user: 'Traveler' })
  await page.getByRole('radio').first().waitFor()
  await (await site.apiUser('Traveler')).vote('down')
  await page.reload()
  await expect(panel(page, 'Your open calls')).toContainText(/Your call · Open.*▼\s*Down/s)
  await expect(round(page, 'Open')).toContainText(/worth [+−]?\d+ points now/)
  await expect(page.getByRole('radio')).toHaveCount(0)
})

test('keeps a note that is being written in another tab', async () => {
  const { page } = await site.open({ path: '/desk', user: 'Tabs' })
  await page.getByRole('radio').first().waitFor()
  const other = await page.context().newPage()
  await visit(other, `${site.url}/vote/write`)
  await (await noteOf(other, 'Note')).click()
  await other.keyboard.type('Written elsewhere')
  const draft = () =>
    page.evaluate((): unknown => JSON.parse(localStorage.getItem('post_draft_vote') ?? 'null'))
  const content = '<p>Written elsewhere</p>'
  await expect.poll(draft).toMatchObject({ content })
  await choose(page, 'Up')
  await expect.poll(draft).toMatchObject({ content, choice: 'up' })
  await voteButton(page).click()
  await alerts(page).getByText('Vote saved.', { exact: true }).waitFor()
  expect(await draft()).toMatchObject({ content })
})

test('writes a note beside the vote, restores its draft, and discards it on request', async () => {
  const { page } = await site.open({ path: '/desk', user: 'Noter' })
  await choose(page, 'Up')
  await page.getByRole('button', { name: 'Add a note' }).click()
  const note = await noteOf(page, 'Note')
  await note.click()
  await page.keyboard.type('Above the band by Thursday')
  await reload(page)
  await panel(page, 'Your note').getByText('Above the band by Thursday').waitFor()
  await expect(page.getByRole('radio', { name: 'Up' })).toBeChecked()
  await page.getByRole('button', { name: 'Without a note' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click()
  await panel(page, 'Live').waitFor()
  await expect(page.getByRole('radio', { name: 'Up' })).toBeFocused()

  await page.getByRole('button', { name: 'Add a note' }).click()
  await (await noteOf(page, 'Note')).click()
  await page.keyboard.type('A better reason')
  const fold = page.getByRole('button', { name: 'Fold Your note' })
  await fold.click()
  await page.getByRole('button', { name: 'Unfold Your note' }).click()
  await expect(await noteOf(page, 'Note')).toHaveText('A better reason')
  await fold.click()
  await voteButton(page).click()
  await page.getByRole('button', { name: 'Unfold Live' }).click()
  await rows(page).filter({ hasText: 'A better reason' }).filter({ hasText: 'Noter' }).waitFor()
})

test('shows votes, posts and notices of others as they come, and holds still while it is read', async () => {
  const [voter, writer] = [await site.apiUser('Other voter'), await site.apiUser('Writer')]
  const { page } = await site.open({ path: '/desk' })
  await rows(page).first().waitFor()
  await voter.vote('down', '<p>Lower soon</p>')
  const first = rows(page).first()
  await expect(first).toContainText(/Down.*\+\d+ \/ −\d+.*Lower soon.*Other voter/s)
  await expect(first).toContainText('Too early to tell')

  await first.hover()
  const before = await first.boundingBox()
  await writer.post('frees', '<p>Something to read</p>')
  const more = panel(page, 'Live').getByRole('button', { name: '1 new' })
  await more.waitFor()
  await expect(first).toContainText('Lower soon')
  await expect.poll(() => first.boundingBox()).toEqual(before)
  await more.click()
  await expect(first).toContainText(/General.*Something to read/s)

  // Neither hovered nor focused, it follows by itself.
  await page.getByRole('button', { name: 'Reset panels' }).focus()
  await page.mouse.move(0, 0)
  await writer.post('suggestions', '<p>An idea</p>')
  await expect(first).toContainText('An idea')
})

test('leaves a hidden post out while it is read, also after the own call', async () => {
  await (await site.apiUser('Hidden writer')).post('frees', '<p>To be hidden</p>')
  const session = await sessionOf(site, 'Holder')
  const options = { path: '/window/desk', viewport: { width: 1200, height: 800 } }
  const { page } = await openDesktopWindow(site, { hasStream: true, session }, options)
  await choose(page, 'Up')
  await voteButton(page).click()
  await expect(round(page, 'Open')).toContainText(/worth [+−]?\d+ points now/)
  const hidden = rows(page).filter({ hasText: 'To be hidden' })
  await hidden.hover()
  await page.route('**/api/v1/posts/recent', (route) => route.fulfill({ json: [] }))
  const serverDate = new Date().toISOString()
  await emit(page, 'stream:update', { type: 'content', target: 'post', id: 1, seq: 1, serverDate })
  await expect(hidden).toHaveCount(0)
})

test('shows votes without fetching them, and fetches those of a time when it was hidden', async () => {
  const names = ['First caller', 'Second caller', 'Third caller']
  const [first, second, third] = await Promise.all(names.map((name) => site.apiUser(name)))
  const { page } = await site.open({ path: '/icon.svg' })
  const sent: string[] = []
  page.on('websocket', (socket) => {
    socket.on('framesent', ({ payload }) => sent.push(String(payload)))
  })
  // The desk is there before the live connection begins in an idle moment.
  await page.addInitScript(() => {
    const { requestIdleCallback } = window
    const waiting: IdleRequestCallback[] = []
    window.requestIdleCallback = (task) => waiting.push(task)
    addEventListener('idle', () => {
      window.requestIdleCallback = requestIdleCallback
      for (const task of waiting) requestIdleCallback(task)
    })
  })
  await page.goto(`${site.url}/desk`)
  await rows(page).first().waitFor()
  expect(sent).toEqual([])
  await page.evaluate(() => dispatchEvent(new Event('idle')))
  await expect.poll(() => sent).toEqual(['votes'])
  const fetched: string[] = []
  page.on('request', (request) => {
    if (/\/votes\?/.test(request.url())) fetched.push(request.url())
  })
  await first?.vote('up', '')
  await rows(page).filter({ hasText: 'First caller' }).waitFor()
  await second?.vote('up', '')
  await rows(page).filter({ hasText: 'Second caller' }).waitFor()
  expect(fetched).toEqual([])

  await page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { get: () => 'hidden', configurable: true })
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
  })
  await third?.vote('up', '')
  await page.evaluate(() => {
    Reflect.deleteProperty(document, 'visibilityState')
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
  })
  await rows(page).filter({ hasText: 'Third caller' }).waitFor()
  expect(sent).toEqual(['votes', 'no votes', 'votes'])
  await page.getByRole('banner').getByRole('link', { name: 'Rounds' }).click()
  await expect.poll(() => sent.at(-1)).toBe('no votes')
})

test('shows the new direction of a call that its author changes', async () => {
  const name = 'Changing caller'
  const { api, vote } = await site.apiUser(name)
  const { page } = await site.open({ path: '/desk' })
  await rows(page).first().waitFor()
  await vote('up', '')
  const row = rows(page).filter({ hasText: name })
  await expect(row).toContainText('Up')
  const { data } = await api.votes.get({ query: { page: 1 } })
  const id = data?.posts.find(({ nickname }) => nickname === name)?.id ?? 0
  const { error } = await api.votes({ id }).put({ vote: 'down', content: '' })
  expect(error).toBeNull()
  await expect(row).toContainText('Down')
})

test('resizes, folds, remembers and resets its panels by keyboard', async () => {
  const { page } = await site.open({ path: '/desk', ...SMALLEST })
  const width = async (name: string) => (await panel(page, name).boundingBox())?.width ?? 0
  await rows(page).first().waitFor()
  const start = await width('Live')
  const separator = page.getByRole('separator', { name: 'Width of the rounds' })
  await separator.focus()
  await page.keyboard.press('ArrowLeft')
  await expect.poll(() => width('Live')).toBeGreaterThan(start + 10)
  const wider = await width('Live')
  await page.getByRole('button', { name: 'Fold Chart' }).press('Enter')
  await expect(panel(page, 'Chart').locator('figure')).toHaveCount(0)

  await reload(page)
  await rows(page).first().waitFor()
  await expect.poll(async () => Math.abs((await width('Live')) - wider)).toBeLessThan(3)
  await page.getByRole('button', { name: 'Unfold Chart' }).press('Enter')
  await panel(page, 'Chart').locator('figure').waitFor()
  await page.getByRole('button', { name: 'Fold Live' }).press('Enter')
  await expect.poll(() => width('Live')).toBeLessThan(60)

  await page.getByRole('button', { name: 'Reset panels' }).press('Enter')
  await expect.poll(async () => Math.abs((await width('Live')) - start)).toBeLessThan(3)
  await rows(page).first().waitFor()
})

test('says that it is offline, keeps what it shows, and catches up', async () => {
  const { page, pageErrors } = await site.open({ path: '/desk', ...SMALLEST })
  const rounds = panel(page, 'Rounds')
  await rounds.getByText('closes in').waitFor()
  await goOffline(page)
  await page.getByText('Offline · as of').waitFor()
  await expect(rounds.getByRole('article')).toHaveCount(2)
  await expect.poll(() => overflow(page)).toEqual({ x: 0, y: 0 })
  await page.context().setOffline(false)
  await page.getByText('Offline · as of').waitFor({ state: 'hidden' })
  pageErrors.splice(0)
})

for (const [locale, user, themes] of [
  ['ko-KR', undefined, ['light']],
  ['en-US', 'Undecided', ['dark']],
  ['en-US', undefined, ['light', 'dark']],
  ['ko-KR', 'Undecided', ['light', 'dark']],
] as const) {
  const title = `has no axe violation for ${user ?? 'a guest'} (${locale}, ${themes.join(', ')})`
  test(title, fullIf(themes.length > 1), async () => {
    const options = { path: '/desk', locale, reducedMotion: 'reduce' } as const
    const { page } = await site.open(user ? { ...options, user } : options)
    await page.getByRole('article').nth(1).waitFor()
    await page.locator('[data-panel] li').first().waitFor()
    if (user) await page.getByRole('radio').nth(2).check()
    const views = themes.map((colorScheme) => ({ width: 1440, colorScheme }))
    expect(report(await findViolations(page, `/desk for ${user ?? 'a guest'}`, views))).toBe('')
  })
}

test('has the price alert in the desktop app', async () => {
  const { page } = await openDesktopWindow(site, { hasStream: true }, { path: '/desk' })
  const field = panel(page, 'Price alert').getByRole('textbox').first()
  await field.fill('65000')
  await field.press('Enter')
  await panel(page, 'Price alert').getByText('Price alert set at 65,000.00 USDT.').waitFor()
  await expect
    .poll(() => bridgeCalls(page))
    .toContain(
      'settings:write {"levels":[{"price":"65000","note":"","isOnce":false,"sound":"default"}]}',
    )
})
