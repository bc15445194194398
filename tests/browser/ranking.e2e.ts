import { expect, test } from 'playwright/test'
import type { Database } from '#api/infrastructure/database/database.ts'
import type { OwnWeek } from '#shared/contract/profile.ts'
import type { OwnRank } from '#shared/contract/ranking.ts'
import { claimsOf } from '#tests/support/api-client.ts'
import { newcomer } from '#tests/support/crowd.ts'
import { OWN_WEEK } from '#tests/support/own-week.ts'
import { openTestDatabase } from '#tests/support/test-database.ts'
import { startTestServer, type TestServer } from '#tests/support/test-server.ts'
import { setUpSite } from './support/set-up-site.ts'
import { textOf } from './support/site.ts'
import { visit } from './support/until-ready.ts'

const site = setUpSite({ seeded: true, expectedErrors: / 404 / })

test.describe('the ranking', () => {
  test('leads from a season to the track record of a person', async () => {
    const { page } = await site.open({ path: '/ranking' })
    const rows = page.getByRole('table', { name: 'Ranking' }).getByRole('row')
    const first = rows.nth(1)
    await expect.poll(() => textOf(first)).toMatch(/^1 .+ #[0-9A-Z]{6} \d+ \d+% [+−][\d,]+ \D+$/)
    const name = await textOf(first.getByRole('link'))
    await first.getByRole('link').click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
    await page.getByText(/^Joined .+ · Season \d{4} Q\d: rank 1 · Feed$/).waitFor()
    await expect
      .poll(() => textOf(page.getByText('Expected by the odds').locator('..')))
      .toMatch(/ \d+\.\d /)
    await page.getByText(/^From .+: [+−][\d,]+ points\. Settled calls: \d+\./).waitFor()
    const calls = page.getByRole('region', { name: 'Calls', exact: true }).getByRole('listitem')
    await expect
      .poll(() => textOf(calls.first()))
      .toMatch(/(awaiting result|right|wrong|no result)/)
    await calls.first().getByRole('link').click()
    await page.waitForURL('**/vote/view/*')
  })

  test('has the last round and all time, in Korean', async () => {
    const { page } = await site.open({ path: '/ranking', locale: 'ko-KR' })
    const table = page.getByRole('table', { name: '랭킹' })
    await table.waitFor()
    for (const [tab, query] of [
      ['지난 라운드', 'last-round'],
      ['전체', 'all'],
    ] as const) {
      await page
        .getByRole('navigation', { name: '랭킹 종류' })
        .getByRole('link', { name: tab })
        .click()
      await page.waitForURL(`**/ranking?season=${query}`)
      await expect.poll(() => textOf(table.getByRole('row').nth(1))).toMatch(/^1 /)
    }
  })

  test('pins the own row with what it takes to be ranked', async () => {
    const user = 'Unranked reader'
    await (await site.apiUser(user)).vote('up')
    const { page } = await site.open({ path: '/ranking', user })
    const own = page.getByRole('row', { name: new RegExp(user) })
    await expect
      .poll(() => textOf(own))
      .toMatch(/^0 \/ 8 to rank Unranked reader #[0-9A-Z]{6} You 0 — 0 /)
  })

  test('leaves names their width on a phone beside the date from which the reader is ranked', async () => {
    const viewport = { width: 375, height: 800 }
    const { page } = await site.open({
      user: 'Young',
      path: '/icon.svg',
      locale: 'ko-KR',
      viewport,
    })
    const young = {
      season: 'last-round',
      rank: null,
      points: 12,
      calls: 1,
      right: 1,
      impliedPpm: 400_000,
      settled: 1,
      skill: 'early',
      needed: 1,
      status: 'young',
      ranksFrom: '2026-12-07T00:00:00.000Z',
    } satisfies OwnRank
    await page.route('**/api/v1/ranking/me?*', (route) => route.fulfill({ json: young }))
    await visit(page, `${site.url}/ranking?season=last-round`)
    await page.getByText('2026년 12월 7일 (월)부터 순위에 표시').waitFor()
    const name = page.getByRole('row').nth(2).getByRole('cell').nth(1)
    for (const width of [320, 375]) {
      await page.setViewportSize({ ...viewport, width })
      await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
      await expect.poll(async () => (await name.boundingBox())?.width).toBeGreaterThan(80)
    }
  })

  test('says that nobody has a code', async () => {
    const { page } = await site.open({ path: '/u/ZZZZZZ', locale: 'ko-KR' })
    await page.getByText('이 코드를 쓰는 사람이 없습니다.').waitFor()
  })
})

test.describe('a ranking that stays open', () => {
  let database: Database
  let server: TestServer
  const own = setUpSite(async () => {
    database = await openTestDatabase()
    await database.script(`INSERT INTO user_account
        (id, login_method, email, nickname, unique_code, created, last_login)
        VALUES (1, 'other', '', 'Ara', 'AAAAA1', '2026-01-01Z', now()),
          (2, 'other', '', 'Bora', 'AAAAA2', '2026-01-01Z', now());
      INSERT INTO season_stats VALUES ('2026Q4', 1, 50, 9, 9, 5, 4000000, '2026-10-01Z'),
        ('2026Q4', 2, 40, 9, 9, 5, 4000000, '2026-10-01Z')`)
    server = await startTestServer({ database })
    return { server }
  })

  const setPoints = async (userId: number, points: number) => {
    await database.script(`UPDATE season_stats SET points = ${points} WHERE user_id = ${userId};
      INSERT INTO ranking_change DEFAULT VALUES`)
    await server.services.rankWriter.run()
  }

  test('gives the same share of right calls on every page', async () => {
    await database.script(`INSERT INTO user_stats (user_id, points, settled, calls, right_calls, implied_ppm,
        up_calls, up_right, first_vote_at, last_vote_at)
      VALUES (1, 50, 40, 40, 23, 20000000, 40, 23, '2026-10-01Z', '2026-11-01Z');
      INSERT INTO ranking_change DEFAULT VALUES`)
    await server.services.rankWriter.run()
    const { page } = await own.open({ path: '/ranking?season=all' })
    const ranked = page.getByRole('table', { name: 'Ranking' }).getByRole('row', { name: /Ara/ })
    await expect.poll(() => textOf(ranked)).toContain(' 40 58% ')
    await ranked.getByRole('link').click()
    await expect
      .poll(() => textOf(page.getByText('23 of 40').locator('..')))
      .toContain('23 of 40 58% ')
    await expect.poll(() => textOf(page.getByRole('row', { name: /Up/ }))).toContain(' 40 23 58%')
  })

  test('shows the new rank of an own week by itself', async () => {
    const { page } = await own.open({ user: 'Weekly', path: '/terms' })
    let week: OwnWeek = { ...OWN_WEEK, rank: null }
    await page.route(/\/profile\/week\?/, (route) => route.fulfill({ json: week }))
    let greetings = 0
    await page.routeWebSocket(/\/api\/v1\/stream/, (socket) => {
      socket.connectToServer().onMessage((message) => {
        // A second greeting, after a silence of 20 seconds, would fetch the week as well.
        const isGreeting = String(message).includes('"type":"hello"')
        if (isGreeting) greetings += 1
        if (!isGreeting || greetings === 1) socket.send(message)
      })
    })
    await page.goto(`${own.url}/week/2026-47`)
    const main = page.getByRole('main')
    await main.getByText('+163', { exact: true }).waitFor()
    week = OWN_WEEK
    await setPoints(1, 55)
    await main.getByText('▲ 28 from 40', { exact: true }).waitFor()
  })

  test('says that nobody is ranked in the last round, which only accounts of 14 days are', async () => {
    const { page } = await own.open({ path: '/ranking?season=last-round' })
    await page.getByText('No round has been settled yet.').waitFor()
    await database.script(`INSERT INTO round (ref_date, target_date, outcome, settled_at)
      VALUES ('2025-01-02Z', '2025-01-09Z', 'up', '2025-01-09Z');
      INSERT INTO ranking_change DEFAULT VALUES`)
    await server.services.rankWriter.run()
    await page
      .getByText(
        'Nobody is ranked in the last round: ranks are for calls with points, by accounts of 14 days.',
      )
      .waitFor()
  })

  test('promises no ranks in a season that was frozen without any', async () => {
    await database.script(`INSERT INTO round (ref_date, target_date, outcome, settled_at)
      VALUES ('2025-04-03Z', '2025-04-10Z', 'up', '2025-04-10Z');
      INSERT INTO season (season, frozen_at, ranked_members) VALUES ('2025Q2', '2025-07-03Z', 0)`)
    server.infrastructure.bus.invalidateAll()
    const { page } = await own.open({ user: 'Late', path: '/ranking?season=2025Q2' })
    await page.getByText('Nobody was ranked in this season.').waitFor()
    await expect(page.getByText('8 to rank')).toHaveCount(0)
  })

  test('leads to a record that ends when its account is deleted', async () => {
    const leaver = await newcomer(server, 'Leaver')
    const { nickname, uniqueCode } = claimsOf(leaver.token)
    const { page, pageErrors } = await own.open({ path: `/u/${uniqueCode}` })
    const main = page.getByRole('main')
    await main.getByRole('heading', { level: 1, name: nickname }).waitFor()
    await server.services.account.delete(leaver.id, nickname)
    await main.getByText('Nobody has this code.').waitFor()
    await expect(main.getByText(nickname)).toHaveCount(0)
    // Its last requests may still be refused.
    await page.goto('about:blank')
    expect(pageErrors.splice(0).every((line) => line.includes('404'))).toBe(true)
  })

  test('shows new ranks by itself, even those written while it loads', async () => {
    const { page } = await own.open({ path: '/rules' })
    const held = Promise.withResolvers<void>()
    await page.routeWebSocket(/./, async (socket) => {
      await held.promise
      socket.connectToServer()
    })
    await page.goto(`${own.url}/ranking`)
    const rows = page.getByRole('table', { name: 'Ranking' }).getByRole('row')
    await expect(rows.nth(1)).toContainText('Ara')
    await setPoints(2, 60)
    held.resolve()
    await expect(rows.nth(1)).toContainText('Bora')
    await setPoints(1, 70)
    await expect(rows.nth(1)).toContainText('Ara')
  })
})
