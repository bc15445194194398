import type { Page } from 'playwright'
import { expect, test } from 'playwright/test'
import { VoteDetail, VoteList } from '#shared/contract/votes.ts'
import { startTestServer, type TestServer } from '#tests/support/test-server.ts'
import { advanceUntil } from './support/advance-until.ts'
import { withoutGreeting } from './support/go-offline.ts'
import { setUpSite } from './support/set-up-site.ts'
import { textOf } from './support/site.ts'
import { visit } from './support/until-ready.ts'
import { alerts, choose, openEditor, refuse, voteButton } from './support/vote-page.ts'

let server: TestServer
const site = setUpSite(async () => {
  server = await startTestServer()
  return { server }
})

/** Changes a round in every following reply of the summary. */
async function roundSays(page: Page, change: object): Promise<void> {
  await page.route('**/api/v1/rounds/*', async (route) => {
    const reply = await route.fetch()
    const round: unknown = await reply.json()
    await route.fulfill({ json: typeof round === 'object' ? { ...round, ...change } : round })
  })
}

test.describe('the offer', () => {
  test('follows the price while the member chooses', async () => {
    const { page } = await openEditor(site, 'Watcher')
    const up = page.locator('label').filter({ hasText: 'Up' })
    await up.getByText(/if\sright/).waitFor()
    const offers = {
      up: { hit: 1, miss: -2 },
      steady: { hit: 3, miss: -4 },
      down: { hit: 5, miss: -6 },
    }
    await roundSays(page, { offers })
    await page.clock.install()
    await page.evaluate(() => dispatchEvent(new Event('visibilitychange')))
    await up.getByText(/\+1\sif\sright · −2\sif\swrong/).waitFor()
  })

  test('is withheld once it is too old and cannot be fetched again', async () => {
    const { page, pageErrors } = await openEditor(site, 'Limited')
    const up = page.locator('label').filter({ hasText: 'Up' })
    await up.getByText(/if\sright/).waitFor()
    await page.route('**/api/v1/rounds/*', refuse(429, 'RATE_LIMITED'))
    await page.evaluate(() => {
      const { now } = Date
      Date.now = () => now() + 31_000
      dispatchEvent(new Event('visibilitychange'))
    })
    await up.getByText('Unpriced', { exact: true }).waitFor()
    await expect(up.getByText(/if\sright/)).toHaveCount(0)
    expect(pageErrors.splice(0).every((line) => line.includes('429'))).toBe(true)
  })

  test('is unpriced without a live price, with an explanation', async () => {
    const { page } = await site.open({ user: 'Unpriced', path: '/icon.svg' })
    await roundSays(page, { priced: false, offers: null })
    await visit(page, `${site.url}/vote/write`)
    await page.getByText('No recent price: a call waits for the next one.').waitFor()
    await expect
      .poll(() => page.getByText('Unpriced', { exact: true }).count())
      .toBeGreaterThanOrEqual(3)
    await expect
      .poll(() => textOf(page.locator('label').filter({ hasText: 'Unknown' })))
      .toContain('0 points')
  })

  test('has no bands before the reference price is known', async () => {
    const { page } = await site.open({ user: 'Early bird', path: '/icon.svg' })
    await roundSays(page, { refPrice: null, priced: false, offers: null })
    await page.route('**/api/v1/vote/summary', async (route) => {
      const reply = await route.fetch()
      const summary = await reply.json()
      await route.fulfill({ json: { ...summary, target2: { ...summary.target2, refPrice: null } } })
    })
    await withoutGreeting(page)
    await visit(page, `${site.url}/vote/write`)
    await page.getByText('The reference price is not known yet.').first().waitFor()
  })
})

test.describe('a round that changed before the vote arrived', () => {
  test('asks for confirmation and keeps the draft when declined', async () => {
    const { page, pageErrors } = await openEditor(site, 'Careful')
    await choose(page, 'Down')
    await page.route('**/api/v1/votes?repeated=stored&unpriced=ask', refuse(409, 'ROUND_CHANGED'), {
      times: 1,
    })
    await voteButton(page).click()
    const dialog = page.getByRole('dialog')
    await dialog
      .getByText('The round has changed. The new one settles Thu, Nov 26, 2026, 09:00 (UTC+9).')
      .waitFor()
    await expect
      .poll(() => textOf(dialog))
      .toMatch(/Call ▼ Down, below [\d,]+ in it\? \+\d+ if right · −\d+ if wrong/)
    await dialog.getByRole('button', { name: 'Not yet' }).click()
    await expect(page.getByRole('radio', { name: 'Down' })).toBeChecked()
    await voteButton(page).click()
    await alerts(page).getByText('Vote saved.', { exact: true }).waitFor()
    await expect.poll(() => pageErrors).toEqual([expect.stringContaining('409')])
    pageErrors.splice(0)
  })

  test('accepts the vote after the confirmation', async () => {
    const { page, pageErrors } = await openEditor(site, 'Eager')
    await choose(page, 'Up')
    await page.route('**/api/v1/votes?repeated=stored&unpriced=ask', refuse(409, 'ROUND_CHANGED'), {
      times: 1,
    })
    await voteButton(page).click()
    await page.getByRole('button', { name: 'Call the new round' }).click()
    await alerts(page).getByText('Vote saved.', { exact: true }).waitFor()
    pageErrors.splice(0)
  })
})

test.describe('a period that ends while a member writes', () => {
  // Last in the file: it advances the server's clock into the next period.
  test('shows a message, keeps the text and moves no vote silently', async () => {
    const slow = await openEditor(site, 'Slow writer')
    const { page } = slow
    const other = await openEditor(site, 'Slower writer')
    await choose(page, 'Steady')
    await choose(other.page, 'Up')
    const notice = page.getByRole('main').getByRole('alert')
    const closed = notice.getByText('The round of your call has closed. Your text is kept.')
    await advanceUntil(server, '2026-11-23T00:00:05.000Z', () => closed.waitFor())
    await expect
      .poll(() => textOf(notice))
      .toContain('The new round settles Mon, Nov 30, 2026, 09:00 (UTC+9).')
    await page.getByText('Where will BTC/USDT be at Thu, Nov 26').waitFor()

    await notice.getByRole('button', { name: 'Go to the new round' }).click()
    await page.getByText('Where will BTC/USDT be at Mon, Nov 30').waitFor()
    await expect(page.getByRole('radio', { name: 'Steady' })).toBeChecked()
    await voteButton(page).click()
    await alerts(page).getByText('Vote saved.', { exact: true }).waitFor()
    const { api, id } = await server.person('Slow writer')
    const { posts } = await api.get(VoteList, '/votes?page=1')
    const own = posts.find(({ uid }) => uid === id)
    const vote = await api.get(VoteDetail, `/votes/${own?.id}`)
    expect(vote.targetTime).toBe('2026-11-30T00:00:00.000Z')

    // Voting again asks for confirmation first; nothing has been sent.
    await other.page.getByRole('main').getByRole('alert').waitFor()
    await voteButton(other.page).click()
    const dialog = other.page.getByRole('dialog')
    await dialog.getByText('Mon, Nov 30, 2026').waitFor()
    await dialog.getByRole('button', { name: 'Call the new round' }).click()
    await alerts(other.page).getByText('Vote saved.', { exact: true }).waitFor()
    // After two days the access tokens had to be renewed; the browser logs each refusal.
    for (const { pageErrors } of [slow, other]) {
      expect(pageErrors.splice(0).filter((text) => !text.includes('401'))).toEqual([])
    }
  })
})
