import type { Page } from 'playwright'
import { expect, test } from 'playwright/test'
import { RoundList } from '#shared/contract/rounds.ts'
import { VOTE_CHOICES } from '#shared/rules/band.ts'
import { votersOf } from '#shared/rules/crowd.ts'
import { roundPath } from '#shared/rules/paths.ts'
import { castVote } from '#tests/support/account-world.ts'
import { apiClient } from '#tests/support/api-client.ts'
import { newcomer } from '#tests/support/crowd.ts'
import { openTestDatabase } from '#tests/support/test-database.ts'
import { startTestServer, type TestServer } from '#tests/support/test-server.ts'
import { withoutGreeting } from './support/go-offline.ts'
import { setUpSite } from './support/set-up-site.ts'
import { textOf } from './support/site.ts'
import { visit } from './support/until-ready.ts'

const site = setUpSite({ seeded: true, expectedErrors: / 404 / })

const rows = (page: Page) => page.getByRole('table', { name: /^(Rounds|라운드)$/ }).getByRole('row')

const ROUND = '**/api/v1/rounds/*'

/** A page of the app, opened later, in which a minute between two fetches is half a second. */
async function openInHaste(): Promise<Page> {
  const { page } = await site.open({ path: '/icon.svg' })
  await withoutGreeting(page)
  await page.addInitScript(() => {
    const { setInterval } = window
    const inHaste = (task: () => void, ms: number) => setInterval(task, ms === 60_000 ? 500 : ms)
    Reflect.set(window, 'setInterval', inHaste)
  })
  return page
}

test.describe('the rounds', () => {
  test('show what the crowd called and how it ended', async () => {
    const { page } = await site.open({ path: '/rounds' })
    const [crowd, steady] = [
      page.getByText('The crowd was right'),
      page.getByText('Always steady (within ±5%) would be right'),
    ]
    await expect
      .poll(() => textOf(crowd.locator('..')))
      .toMatch(/^The crowd was right \d+ of \d+ \d+%$/)
    await expect.poll(() => textOf(steady.locator('..'))).toMatch(/ \d+ of \d+ \d+%$/)
    await expect.poll(() => textOf(rows(page).nth(1))).toContain('Open for calls')
    await expect.poll(() => textOf(rows(page).nth(2))).toContain('Awaiting result')
    await expect
      .poll(() => textOf(rows(page).nth(3)))
      .toMatch(/ → [\d,]+ [+−]\d+\.\d\d%.*(right|wrong|Split)/)
    await expect(page).toHaveTitle('Rounds · Tidemark')
  })

  test('lead to a round with its week, its split, its highest points and the evidence', async () => {
    const { page } = await site.open({ path: '/rounds', locale: 'ko-KR' })
    await rows(page).nth(3).getByRole('link').click()
    await page.getByRole('heading', { level: 1, name: /라운드$/ }).waitFor()
    await page.getByText(/^기준가 [\d,]+, 최저 [\d,]+, 최고 [\d,]+/).waitFor({ state: 'attached' })
    await page.getByText(/^마지막: 상승 \d+% · 보합 \d+% · 하락 \d+% · 모름 \d+%$/).waitFor()
    const best = page.getByRole('region', { name: '가장 높은 점수' })
    await expect(best.getByRole('listitem')).toHaveCount(5)
    await expect
      .poll(() => textOf(best.getByRole('listitem').first()))
      .toMatch(/#[0-9A-Z]{6} .* \+\d+ \d+번 예측 보기$/)
    await expect
      .poll(() => textOf(page.getByRole('region', { name: '근거' })))
      .toContain('모의 가격')
    const before = await textOf(page.getByRole('heading', { level: 1 }))
    await page.getByRole('link', { name: /이전 라운드/ }).click()
    await expect(page.getByRole('heading', { level: 1 })).not.toHaveText(before)
  })

  test('end the split of an open round now', async () => {
    const { page } = await site.open({ path: '/rounds' })
    await rows(page).nth(1).getByRole('link').click()
    await page.getByText(/^So far: Up \d+%/).waitFor()
  })

  test('show new calls of an open round while its page is open', async () => {
    const { posts } = await apiClient(site.url).get(RoundList, '/rounds')
    const page = await openInHaste()
    let replies = 0
    await page.route(ROUND, async (route) => {
      const round = await (await route.fetch()).json()
      replies += 1
      await route.fulfill({ json: replies === 1 ? round : { ...round, voters: 4321 } })
    })
    await visit(page, site.url + roundPath(Date.parse(posts[0]?.refDate ?? '')))
    await page.getByRole('main').getByText('4,321').waitFor()
  })

  test('show the open round as it is now while their list is open', async () => {
    const page = await openInHaste()
    let replies = 0
    await page.route('**/api/v1/rounds?page=1', async (route) => {
      const list = await (await route.fetch()).json()
      replies += 1
      if (replies > 1) list.posts[0].refPrice = '4321.00'
      await route.fulfill({ json: list })
    })
    await visit(page, `${site.url}/rounds`)
    await expect(rows(page).nth(1)).toContainText('4,321')
  })

  for (const [count, headings] of [
    [0, []],
    [1, ['Highest points']],
  ] as const) {
    test(`head no empty list of points in a round with ${count} calls that have any`, async () => {
      const { page } = await site.open({ path: '/rounds' })
      await page.route(ROUND, async (route) => {
        const round = await (await route.fetch()).json()
        await route.fulfill({ json: { ...round, best: round.best.slice(0, count), worst: [] } })
      })
      await rows(page).nth(3).getByRole('link').click()
      await page.getByRole('region', { name: 'Evidence' }).waitFor()
      await expect(page.getByRole('heading', { name: / points$/ })).toHaveText([...headings])
    })
  }

  test('add the parts of a split up to 100 %', async () => {
    const guest = apiClient(site.url)
    const lists = await Promise.all([1, 2, 3].map((n) => guest.get(RoundList, `/rounds?page=${n}`)))
    const odd = lists
      .flatMap(({ posts }) => posts)
      .find(({ votes }) => {
        if (!votes) return false
        const rounded = VOTE_CHOICES.map((each) =>
          Math.round((100 * votes[each]) / votersOf(votes)),
        )
        return rounded.reduce((sum, percent) => sum + percent, 0) !== 100
      })
    if (!odd) throw new Error('no split of the seed needs care')
    const { page } = await site.open({ path: roundPath(Date.parse(odd.refDate)) })
    const split = await textOf(page.getByText(/^(?:At the end|So far): Up/))
    const percents = [...split.matchAll(/(\d+)%/g)].map(([, percent]) => Number(percent))
    expect(percents).toHaveLength(4)
    expect(percents.reduce((sum, percent) => sum + percent, 0)).toBe(100)
  })

  test('show the own points to a member', async () => {
    const user = 'Round reader'
    await (await site.apiUser(user)).vote('up')
    const { page } = await site.open({ path: '/rounds', user })
    await page.getByRole('columnheader', { name: 'My points' }).waitFor()
    await expect(rows(page).nth(1).getByRole('cell').last()).toHaveText('Awaiting result')
    await expect(rows(page).nth(3).getByRole('cell').last()).toHaveText('—')
  })

  test('name no round after the newest', async () => {
    const { page } = await site.open({ path: '/rounds' })
    await rows(page).nth(1).getByRole('link').click()
    await page.getByRole('link', { name: 'Previous round' }).waitFor()
    await expect(page.getByRole('link', { name: 'Next round' })).toHaveCount(0)
    await page.getByRole('link', { name: 'Previous round' }).click()
    await page.getByRole('link', { name: 'Next round' }).waitFor()
  })

  test('a day without a round says so', async () => {
    const { page } = await site.open({ path: '/rounds/2026-11-20' })
    await page.getByText('There is no such round.').waitFor()
    await page.getByRole('link', { name: /Back/ }).click()
    await page.waitForURL('**/rounds')
  })
})

test.describe('a void round', () => {
  const own = setUpSite(async () => {
    const database = await openTestDatabase()
    const price = (of: string, at: string) =>
      `${of}_price = '60000.00', ${of}_source = 'binance', ${of}_candle_at = '${at}', ${of}_read_at = '${at}'`
    await database.script(`INSERT INTO round (ref_date, target_date, outcome, settled_at)
        VALUES ('2026-11-09Z', '2026-11-16Z', 'void', '2026-11-17Z'),
          ('2026-11-12Z', '2026-11-19Z', 'void', '2026-11-20Z');
      UPDATE round SET ${price('ref', '2026-11-09Z')} WHERE ref_date = '2026-11-09Z';
      UPDATE round SET ${price('settle', '2026-11-19Z')} WHERE ref_date = '2026-11-12Z'`)
    return { server: await startTestServer({ database }) }
  })

  for (const [locale, reference, target, found] of [
    [
      'en-US',
      'No candle was found within 24 hours of the start, so there is no reference price and nobody gained or lost points.',
      'No candle opened within 24 hours of the time of the result, so nobody gained or lost points.',
      /Reference price Not found Settlement price Open of the hourly candle/,
    ],
    [
      'ko-KR',
      '시작 시각부터 24시간 안에 봉이 없어 기준가를 정하지 못했고, 아무도 점수를 얻거나 잃지 않았습니다.',
      '결과 시각부터 24시간 안에 봉이 없어 아무도 점수를 얻거나 잃지 않았습니다.',
      /기준가 찾지 못함 확정가 .*1시간 봉 시가/,
    ],
  ] as const) {
    test(`says which price was not found, in ${locale}`, async () => {
      const { page } = await own.open({ path: '/rounds/2026-11-12', locale })
      await page.getByText(reference, { exact: true }).waitFor()
      await expect.poll(() => textOf(page.getByRole('main'))).toMatch(found)
      await expect(page.getByText(/not known yet|아직 알 수 없/i)).toHaveCount(0)
      await page.goto(`${own.url}/rounds/2026-11-09`)
      await page.getByText(target, { exact: true }).waitFor()
      await expect(page.getByText(/not known yet|아직 알 수 없/i)).toHaveCount(0)
    })
  }
})

test.describe('a round that has just closed', () => {
  let server: TestServer
  const own = setUpSite(async () => {
    server = await startTestServer()
    return { server }
  })

  test('says that its calls are not in the log yet', async () => {
    await castVote(server, await newcomer(server, 'Voter'))
    await server.jump('2026-11-23T00:00:05.000Z')
    const { page } = await own.open({ path: '/rounds/2026-11-19' })
    await page.getByText('The round has closed; its calls are not in the log yet.').waitFor()
  })
})

test.describe('the rules', () => {
  test('calculate the offers of a situation', async () => {
    const { page } = await site.open({ path: '/rules' })
    const sentence = page.getByText(/^■ Steady, within ±5%: \+\d+ \/ −\d+ pays off/)
    const before = await textOf(sentence)
    const slider = page.getByRole('slider', { name: 'Price against the reference' })
    await slider.fill('80')
    await expect(slider).toHaveAttribute('aria-valuetext', '+8.00%')
    await expect.poll(() => textOf(sentence)).not.toBe(before)
    await page.getByRole('button', { name: 'Use the live round' }).click()
    await expect(slider).not.toHaveAttribute('aria-valuetext', '+8.00%')
  })

  test('show how often past offers came true', async () => {
    const { page } = await site.open({ path: '/rules', locale: 'ko-KR' })
    const table = page.getByRole('table', { name: '실제 가격으로 검증' })
    await expect.poll(() => textOf(table.getByRole('row').nth(1))).toMatch(/^\d+~\d+% \d+% [\d,]+$/)
    await expect.poll(() => table.getByRole('row').count()).toBeGreaterThan(10)
  })
})
