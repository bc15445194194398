import type { Page } from 'playwright'
import { expect, test } from 'playwright/test'
import { CreateVoteReply } from '#shared/contract/votes.ts'
import { claimsOf } from '#tests/support/api-client.ts'
import { type PlannedServer, startPlannedServer } from '#tests/support/planned-exchange.ts'
import { advanceUntil } from './support/advance-until.ts'
import { withoutGreeting } from './support/go-offline.ts'
import { setUpSite } from './support/set-up-site.ts'
import { type SitePageOptions, textOf } from './support/site.ts'
import { reload, visit } from './support/until-ready.ts'
import { refuse } from './support/vote-page.ts'

const TARGET = '2026-11-26T00:00:00.000Z'

let server: PlannedServer
const site = setUpSite(async () => {
  server = await startPlannedServer([
    ['2026-11-19T00:00:00Z', 100_000],
    ['2026-11-23T00:00:00Z', 100_000],
    ['2026-11-26T00:00:00Z', 106_000],
  ])
  return { server }
})

async function cast(name: string, vote: string, content = ''): Promise<CreateVoteReply> {
  const { api } = await server.person(name)
  return api.call(CreateVoteReply, 'POST', '/votes', { targetDate: TARGET, vote, content })
}

/** Opens a vote as a signed-in person. */
async function looking(name: string, id: number, options: SitePageOptions = {}) {
  return site.open({ ...options, user: name, path: `/vote/view/${id}` })
}

const article = (page: Page) => page.getByRole('article')

let mina: CreateVoteReply
test.describe('a vote of somebody else', () => {
  test.beforeAll(async () => {
    mina = await cast('Mina', 'up', '<p>Up it goes</p><p><strong>Three</strong> reasons</p>')
  })

  test('asks a guest to log in and returns to it', async () => {
    const { page, pageErrors } = await site.open({ path: `/vote/view/${mina.id}` })
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Login is required. Would you like to login?').waitFor()
    await dialog.getByRole('button', { name: 'Login' }).click()
    await page.waitForURL('**/login')
    await page.getByRole('button', { name: 'Try it here' }).click()
    await page.locator('#name').fill('Reader')
    await page.locator('button[value=sign-in]').click()
    await page.waitForURL(`**/vote/view/${mina.id}`)
    await page.getByText('Make your own call in the open round to read the reasoning.').waitFor()
    await expect.poll(() => pageErrors).toEqual([expect.stringContaining('403')])
    pageErrors.splice(0)
  })

  test('requires an own vote first and returns after it', async () => {
    const { page, pageErrors } = await looking('Reader', mina.id)
    await page.getByText('Make your own call in the open round to read the reasoning.').waitFor()
    await page.getByText('“Unknown” counts too.').waitFor()
    // What is behind the gate: direction, offer and author, without the note.
    const gate = page.getByRole('region', { name: `Call [${mina.id}]` })
    await gate.getByText('pays off above').waitFor()
    await expect
      .poll(() => textOf(gate))
      .toMatch(/Call ▲ Up, above 105,000 Offer \+\d+ if right .* Result wait By Mina #/)
    await page.getByRole('link', { name: 'Back to the list' }).waitFor()
    await page.getByRole('heading', { level: 2, name: 'Calls' }).waitFor()
    await page.getByRole('link', { name: 'Make your call' }).click()
    await page.getByRole('radio', { name: 'Unknown' }).check()
    await page
      .getByRole('main')
      .getByRole('button', { name: /^(Make a call|Call it)$/ })
      .click()
    // The requested vote opens after the own vote, which reading it locks.
    await page.getByText("Reading other people's notes locks your call for this round.").waitFor()
    await page.getByRole('button', { name: 'Continue' }).click()
    await article(page).getByRole('heading', { level: 1, name: 'Up it goes' }).waitFor()
    // The question is no failed request.
    expect(pageErrors.splice(0)).toEqual([expect.stringContaining('403')])
  })

  test('asks before a deep link locks the direction, and can be declined', async () => {
    const own = await cast('Wary', 'unknown')
    const { page, pageErrors } = await looking('Wary', mina.id)
    await page.getByText("Reading other people's notes locks your call for this round.").waitFor()
    await expect(page.getByText('reasons')).toHaveCount(0)
    await page.getByRole('link', { name: 'Cancel' }).click()
    await page.waitForURL('**/vote')
    await visit(page, `${site.url}/vote/edit/${own.id}`)
    await expect(page.getByRole('radio', { name: 'Down' })).toBeEnabled()

    await visit(page, `${site.url}/vote/view/${mina.id}`)
    await page.getByRole('button', { name: 'Continue' }).click()
    await article(page).getByText('reasons').waitFor()
    await reload(page)
    await article(page).getByText('reasons').waitFor()
    await visit(page, `${site.url}/vote/edit/${own.id}`)
    await page.getByText('You have read notes or replies of others in this round').waitFor()
    await expect(page.getByRole('radio', { name: 'Down' })).toBeDisabled()
    expect(pageErrors).toEqual([])
  })

  test('shows direction, prices, offer, note and time left', async () => {
    const { page } = await looking('Reader', mina.id)
    await article(page).getByText('Settles in 4d 21h').waitFor()
    await expect(page).toHaveTitle(`Call [${mina.id}] · Tidemark`)
    const text = () => textOf(article(page))
    await expect
      .poll(text)
      .toMatch(
        /^▲ Up, above 105,000 wait Up it goes Mina #[0-9A-Z]{6} Posted Sat, Nov 21, 2026, 11:30/,
      )
    await expect.poll(text).toContain('Price range Above 105,000.00')
    await expect.poll(text).toContain('Settles Thu, Nov 26, 2026, 09:00 (UTC+9) Settles in 4d 21h')
    await expect
      .poll(text)
      .toContain(`Offer +${mina.offer.hit} if right · −${-mina.offer.miss} if wrong pays off above`)
    await expect.poll(text).toContain('Price now 100,000.00 needs +5.0% (105,000)')
    await expect.poll(() => article(page).locator('strong').allInnerTexts()).toEqual(['Three'])
    const current = page.locator('[data-current]')
    await expect.poll(async () => (await textOf(current)).startsWith(`[${mina.id}]`)).toBe(true)
    await article(page).getByRole('link', { name: 'Close' }).click()
    await page.waitForURL('**/vote')
  })

  test('works in Korean on a phone', { tag: '@full' }, async () => {
    const viewport = { width: 375, height: 812 }
    const { page } = await looking('Reader', mina.id, { locale: 'ko-KR', viewport })
    await article(page).getByText('결과 확정까지 4일 21시간').waitFor()
    const text = () => textOf(article(page))
    await expect.poll(text).toMatch(/^▲ 상승, 105,000 초과 대기 Up it goes/)
    await expect.poll(text).toContain('가격 구간 105,000.00 초과')
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(375)
  })

  test('shows a price range for steady and none for unknown', async () => {
    const steady = await cast('Steady', 'steady')
    const unknown = await cast('Unsure', 'unknown')
    const { page } = await looking('Reader', steady.id)
    await article(page).getByText('95,000.00 to 105,000.00').waitFor()
    await article(page)
      .getByRole('heading', { name: '■ Steady, 95,000 to 105,000, without a note' })
      .waitFor()
    await article(page).getByText('right at this price').waitFor()
    await visit(page, `${site.url}/vote/view/${unknown.id}`)
    await article(page).getByText('Not sure').waitFor()
    const text = () => textOf(article(page))
    await expect.poll(text).toMatch(/^\?\? Unknown wait \?\? Unknown, without a note /)
    await expect.poll(text).toContain('Offer 0 points')
  })

  test('opens from the best calls on the home screen', async () => {
    const { page } = await site.open({ user: 'Reader' })
    await page.getByRole('main').getByRole('link', { name: 'Up it goes' }).click()
    await page.waitForURL(`**/vote/view/${mina.id}`)
    await article(page).getByText('reasons').waitFor()
  })

  test('shows that there is no reference price', async () => {
    const { page } = await looking('Reader', mina.id)
    await page.route(`**/api/v1/votes/${mina.id}?*`, async (route) => {
      const vote = await (await route.fetch()).json()
      await route.fulfill({ json: { ...vote, refPrice: null } })
    })
    await reload(page)
    await article(page).getByText('The reference price is not known yet.').waitFor()
  })

  test('cannot be reported once its account is deleted', async () => {
    await cast('Witness', 'unknown')
    const { page } = await looking('Witness', mina.id)
    await page.getByRole('button', { name: 'Continue' }).click()
    await article(page).getByText('reasons').waitFor()
    const report = page.getByRole('button', { name: 'Report', exact: true })
    await report.waitFor()
    await page.route(`**/api/v1/votes/${mina.id}?*`, async (route) => {
      const vote = await (await route.fetch()).json()
      const erased = { uid: 0, uniqueCode: '', nickname: 'Deleted', title: '', content: '' }
      await route.fulfill({ json: { ...vote, ...erased } })
    })
    await reload(page)
    await article(page).getByText('This call has no note.').waitFor()
    await expect(report).toHaveCount(0)
  })

  test('shows a message for an unknown or malformed id', async () => {
    const { page, pageErrors } = await looking('Reader', 999_999)
    await page.getByText('There is no such call.').waitFor()
    await page.getByRole('link', { name: 'Back to the list' }).click()
    await page.waitForURL('**/vote')
    await visit(page, `${site.url}/vote/view/abc`)
    await page.getByText('There is no such call.').waitFor()
    pageErrors.splice(0)
  })

  test('shows its note no longer once its author has deleted the account', async () => {
    const { id } = await cast('Leaver', 'up', '<p>Soon withdrawn</p>')
    await cast('Onlooker', 'down')
    const { page, pageErrors } = await looking('Onlooker', id)
    await page.getByRole('button', { name: 'Continue' }).click()
    await article(page).getByText('Soon withdrawn').waitFor()
    const leaver = await server.person('Leaver')
    await server.services.account.delete(leaver.id, claimsOf(leaver.token).nickname)
    await page.getByText('There is no such call.').waitFor()
    await expect(page.getByText('Soon withdrawn')).toHaveCount(0)
    // Its last requests may still be refused.
    await page.goto('about:blank')
    expect(pageErrors.splice(0).every((line) => line.includes('404'))).toBe(true)
  })

  test('can be reloaded after a failure', async () => {
    await cast('Patient', 'unknown')
    const { page, pageErrors } = await site.open({ user: 'Patient', path: '/icon.svg' })
    await withoutGreeting(page)
    await page.route(`**/api/v1/votes/${mina.id}?*`, refuse(422, 'INVALID'), { times: 1 })
    await visit(page, `${site.url}/vote/view/${mina.id}`)
    const failure = page.getByRole('main').getByRole('alert')
    await failure.getByText('The call could not be loaded.').waitFor()
    await failure.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('button', { name: 'Continue' }).click()
    await article(page).getByText('reasons').waitFor()
    await expect.poll(() => pageErrors).toEqual([expect.stringContaining('422')])
    pageErrors.splice(0)
  })
})

test.describe('reactions', () => {
  const like = (page: Page) => page.getByRole('button', { name: /^Like/ })
  const dislike = (page: Page) => page.getByRole('button', { name: /^Dislike/ })

  test('follow the server, can be taken back and show in the list', async () => {
    const { page } = await looking('Reader', mina.id)
    await like(page).click()
    await page.getByRole('button', { name: 'Like 1', exact: true }).waitFor()
    await expect(like(page)).toHaveAttribute('aria-pressed', 'true')
    await page
      .locator('[data-current]')
      .filter({ hasText: /Likes 1/ })
      .waitFor()
    await dislike(page).click()
    await page.getByRole('button', { name: 'Dislike 1' }).waitFor()
    await page.getByRole('button', { name: 'Like 0', exact: true }).waitFor()
    await dislike(page).click()
    await page.getByRole('button', { name: 'Dislike 0' }).waitFor()
    await expect(dislike(page)).toHaveAttribute('aria-pressed', 'false')
  })

  test('work by keyboard and keep the focus', async () => {
    const { page } = await looking('Reader', mina.id)
    await like(page).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Like 1', exact: true, disabled: false }).waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Like 0', exact: true }).waitFor()
  })

  test('show a failure and change nothing', async () => {
    const { page, pageErrors } = await looking('Reader', mina.id)
    await page.route('**/reaction', refuse(500, 'INTERNAL'), { times: 1 })
    await like(page).click()
    await page.getByRole('alert').getByText('Failed to process reaction.').waitFor()
    await page.getByRole('button', { name: 'Like 0', exact: true }).waitFor()
    await page.route('**/reaction', (route) => route.fulfill({ json: { success: false } }), {
      times: 1,
    })
    await page.locator('[data-toast=voteReaction] button').click()
    await like(page).click()
    await page.getByRole('alert').getByText('Failed to process reaction.').waitFor()
    await expect.poll(() => pageErrors).toEqual([expect.stringContaining('500')])
    pageErrors.splice(0)
  })
})

test.describe('a settled vote', () => {
  // Last in the file: it advances the server's clock past the target.
  test('shows outcome, points and the evidence of both prices', async () => {
    const { page, pageErrors } = await looking('Mina', mina.id)
    await article(page).getByText('wait').waitFor()
    // It updates by itself: the stream announces the settlement.
    const hit = article(page).getByText(`HIT +${mina.offer.hit}`, { exact: true })
    await advanceUntil(server, '2026-11-26T00:00:03.000Z', () => hit.waitFor())
    const settlement = article(page).getByRole('group')
    await settlement.getByText('Settled ▲ Up, above 105,000: 106,000.00 (+6.00%)').click()
    await settlement.getByText('Reference price').waitFor()
    await settlement.getByText('of Thu, Nov 19').waitFor()
    const text = () => textOf(settlement)
    await expect.poll(text).toContain(`Points +${mina.offer.hit}`)
    await expect
      .poll(text)
      .toMatch(/Reference price 100,000\.00 Binance, .* of Thu, Nov 19, 2026, 09:00/)
    await expect
      .poll(text)
      .toMatch(/106,000\.00 Binance, .* of Thu, Nov 26, 2026, 09:00 \(UTC\+9\)/)
    // The chart shows the week of the vote until another period is chosen.
    const week = page.getByRole('button', { name: 'Round', exact: true })
    await expect(week).toHaveAttribute('aria-pressed', 'true')
    await page.getByRole('button', { name: 'Short', exact: true }).click()
    await expect(week).toHaveAttribute('aria-pressed', 'false')
    await expect.poll(() => textOf(article(page))).not.toContain('Settles in')

    const address = `**/api/v1/votes/${mina.id}?*`
    await page.route(address, async (route) => {
      const vote = await (await route.fetch()).json()
      const settlement = { ...vote.settlement, exchange: 'simulated' }
      await route.fulfill({ json: { ...vote, settlement } })
    })
    await reload(page)
    await settlement.getByText('Settled ▲ Up').click()
    await settlement.getByText(/Simulated prices, .* of Thu, Nov 26/).waitFor()

    // Replaces the route above, which must not be removed while it still waits for a reply.
    await page.route(address, async (route) => {
      const vote = await (await route.fetch()).json()
      await route.fulfill({ json: { ...vote, result: 'unknown', points: 0, settlement: null } })
    })
    await reload(page)
    await article(page).getByText('Void: no exchange price was found to settle it.').waitFor()
    await article(page).getByText('unknown 0', { exact: true }).waitFor()
    expect(pageErrors.splice(0).filter((line) => !line.includes('401'))).toEqual([])
  })

  test('stays open to a caller of its round; others read which call opens it', async () => {
    const { page } = await looking('Reader', mina.id)
    await article(page).getByText('reasons').waitFor()

    const late = await looking('Late', mina.id)
    await late.page
      .getByText('You can read notes of rounds that you called; call the open round to read all.')
      .waitFor()
    await expect(late.page.getByText('reasons')).toHaveCount(0)
    // A settlement that the page hears of repeats the refused request.
    await late.page.goto('about:blank')
    expect(late.pageErrors.splice(0).every((line) => line.includes('403'))).toBe(true)

    const guest = await site.open({ path: `/vote/view/${mina.id}`, locale: 'ko-KR' })
    await guest.page.getByText('로그인하면 내가 예측한 라운드의 의견을 읽을 수 있습니다.').waitFor()
  })
})
