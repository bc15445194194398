import type { Page } from 'playwright'
import { expect, test } from 'playwright/test'
import { goOffline, offlineNotice } from './support/go-offline.ts'
import { fullIf } from './support/matrix.ts'
import { withoutMarkup } from './support/plain-page.ts'
import { runningClock } from './support/running-clock.ts'
import { setUpSite } from './support/set-up-site.ts'
import { textOf } from './support/site.ts'
import { reload, visit } from './support/until-ready.ts'

// Days away from the end of a round, which real time may reach within a test.
const site = setUpSite(async () => ({ clock: runningClock('2026-11-21T02:30:00.000Z') }))

/** Cuts the live stream until `restore` is called. */
async function cutStream(page: Page): Promise<{ restore: () => void }> {
  let isCut = true
  await page.routeWebSocket(/\/api\/v1\/stream/, (socket) => {
    if (isCut) socket.close()
    else socket.connectToServer()
  })
  await reload(page)
  return {
    restore: () => {
      isCut = false
    },
  }
}

/** Changes every following reply of the summary. */
async function changeSummary(page: Page, change: (summary: Summary) => void): Promise<void> {
  await page.route('**/api/v1/vote/summary', async (route) => {
    const response = await route.fetch()
    const summary: Summary = await response.json()
    change(summary)
    await route.fulfill({ response, json: summary })
  })
}

interface Summary {
  serverDate: string
  price: { time: string; value: string }
}

test.describe('a computer with a clock a day ahead', () => {
  const behind = setUpSite(async () => ({
    clock: runningClock(new Date(Date.now() - 86_400_000).toISOString()),
  }))

  test('never shows a fresh price as stale', async () => {
    const { page } = await behind.open({ path: '/terms' })
    await page.addInitScript(() => {
      const seen: string[] = []
      Reflect.set(window, 'seenTexts', seen)
      new MutationObserver(() => seen.push(document.body?.textContent ?? '')).observe(document, {
        subtree: true,
        childList: true,
        characterData: true,
      })
    })
    await visit(page, behind.url)
    await page.getByText('Simulated prices').waitFor()
    await page.getByText('Real-time', { exact: true }).first().waitFor()
    const seen = await page.evaluate((): string[] => Reflect.get(window, 'seenTexts'))
    expect(seen.length).toBeGreaterThan(0)
    expect(seen.filter((text) => /Stale|Delayed/.test(text))).toEqual([])
  })
})

test.describe('without the live stream', () => {
  for (const [locale, badge] of [
    ['en-US', 'Updating every few seconds'],
    ['ko-KR', '몇 초마다 갱신'],
  ] as const) {
    test(
      `polls with a badge until the stream is back (${locale})`,
      fullIf(locale === 'ko-KR'),
      async () => {
        const { page, pageErrors } = await site.open({ locale })
        const stream = await cutStream(page)
        await page.getByText(badge).waitFor()
        const price = page.getByTestId('price')
        const first = await textOf(price)
        await price.filter({ hasNotText: first }).waitFor()
        stream.restore()
        await page.getByText(badge).waitFor({ state: 'hidden' })
        pageErrors.splice(0)
      },
    )
  }

  test('fetches a list again that failed without a network', async () => {
    const { page, pageErrors } = await site.open({ path: '/ranking' })
    await cutStream(page)
    await goOffline(page)
    await offlineNotice(page).waitFor()
    await page.getByRole('link', { name: 'All time' }).click()
    const main = page.getByRole('main')
    await main.getByText('This could not be loaded.').waitFor()
    await page.context().setOffline(false)
    await main.getByText('Nobody has a settled call yet.').waitFor()
    pageErrors.splice(0)
  })

  test('fetches a list again that is a minute old', async () => {
    const { page, pageErrors } = await site.open({ path: '/boards/suggestions' })
    await cutStream(page)
    await page.waitForResponse('**/api/v1/vote/summary')
    const main = page.getByRole('main')
    await main.getByText('No posts yet.').waitFor()
    const { post } = await site.apiUser('Late writer')
    await post('suggestions', '<h2>Written later</h2>')
    await page.evaluate(() => {
      const { now } = Date
      Date.now = () => now() + 61_000
    })
    await main.getByText('Written later').waitFor()
    pageErrors.splice(0)
  })

  test('bypasses the HTTP cache, whose copy would set the clock back', async () => {
    const { page, pageErrors } = await site.open()
    await cutStream(page)
    const request = await page.waitForRequest('**/api/v1/vote/summary')
    const headers = await request.allHeaders()
    expect(headers['if-none-match']).toBeUndefined()
    expect(headers['cache-control']).toBe('no-cache')
    pageErrors.splice(0)
  })

  for (const [locale, age, badge] of [
    ['en-US', 30_000, /^Delayed3\ds ago$/],
    ['en-US', 185_000, /^Stale3m ago$/],
    ['en-US', 7_500_000, /^Stale2h 5m ago$/],
    ['ko-KR', 30_000, /^약간 지연3\d초 전$/],
    ['ko-KR', 185_000, /^갱신 지연3분 전$/],
  ] as const) {
    test(
      `shows an old price with its age (${locale}, ${age} ms)`,
      fullIf(age !== 185_000),
      async () => {
        const { page, pageErrors } = await site.open({ path: '/login', locale })
        await withoutMarkup(page)
        await changeSummary(page, ({ serverDate, price }) => {
          price.time = new Date(Date.parse(serverDate) - age).toISOString()
        })
        await page.evaluate(() => history.replaceState(null, '', '/'))
        await cutStream(page)
        await page.getByText(badge).waitFor()
        await page.getByText(locale === 'ko-KR' ? '모의 가격' : 'Simulated prices').waitFor()
        pageErrors.splice(0)
      },
    )
  }

  test("the countdown follows the server's time", async () => {
    const { page, pageErrors } = await site.open()
    await cutStream(page)
    const left = page.getByText('closes in')
    const before = await textOf(left)
    await changeSummary(page, (summary) => {
      summary.serverDate = new Date(Date.parse(summary.serverDate) + 120_000).toISOString()
    })
    await left.filter({ hasNotText: before }).waitFor()
    pageErrors.splice(0)
  })

  test('a round past its end is closed, also while its successor is unknown', async () => {
    const { page, pageErrors } = await site.open()
    await cutStream(page)
    const card = page.getByRole('article').filter({ hasText: 'closes in' })
    await card.waitFor()
    await changeSummary(page, (summary) => {
      summary.serverDate = '2026-11-23T00:10:00.000Z'
    })
    const last = page.getByRole('article').last()
    await expect.poll(() => textOf(last)).toMatch(/^Closed\s+·\s+settles in 2d 23h/)
    await expect(last.getByText('settling now')).toHaveCount(0)
    pageErrors.splice(0)
  })
})

test.describe('the network', () => {
  for (const [locale, notice, badge, fresh] of [
    ['en-US', 'Offline · as of', 'Offline', 'Real-time'],
    ['ko-KR', '오프라인 ·', '오프라인', '실시간'],
  ] as const) {
    test(
      `shows that it is offline and catches up when online (${locale})`,
      fullIf(locale === 'ko-KR'),
      async () => {
        const { page, pageErrors } = await site.open({ locale })
        // The price's badges come before those of the rounds.
        const priceBadge = page
          .getByRole('main')
          .getByText(/^(Real-time|실시간|Offline|오프라인)$/)
          .first()
        await priceBadge.filter({ hasText: fresh }).waitFor()
        const live = page.getByRole('article').last()
        const up = locale === 'ko-KR' ? '상승' : 'Up'
        await live.getByText(up).first().waitFor()
        const count = live.getByRole('row', { name: up }).getByRole('cell').last()
        const before = Number(await textOf(count))
        await goOffline(page)
        await page.getByText(notice).waitFor()
        await expect.poll(() => textOf(priceBadge)).toBe(badge)
        const somebody = await site.apiUser(`Away ${locale}`)
        await somebody.vote('up')
        await page.context().setOffline(false)
        await count.filter({ hasText: String(before + 1) }).waitFor()
        await page.getByText(notice).waitFor({ state: 'hidden' })
        pageErrors.splice(0)
      },
    )
  }

  test('a list shows why it failed and can be retried', async () => {
    const { page, pageErrors } = await site.open({ path: '/login' })
    await page.route('**/api/v1/users/rankers', (route) => route.fulfill({ status: 500 }))
    await page.getByRole('link', { name: 'Back to Home' }).click()
    const rankers = page.getByRole('region', { name: 'Leaderboard' })
    await rankers.getByText('This could not be loaded. The server cannot be reached.').waitFor()
    await page.unroute('**/api/v1/users/rankers')
    await rankers.getByRole('button', { name: 'Try again' }).click()
    await rankers.getByText('This could not be loaded.').waitFor({ state: 'hidden' })
    await rankers
      .getByText(/No call has been settled yet\.| pts$/)
      .first()
      .waitFor()
    pageErrors.splice(0)
  })

  test("an error is shown in the page's language", async () => {
    const { page, pageErrors } = await site.open({ path: '/login', locale: 'ko-KR' })
    const json = { success: false, code: 'RATE_LIMITED', message: 'Too many requests.' }
    await page.route('**/api/v1/users/rankers', (route) => route.fulfill({ status: 429, json }))
    await page.getByRole('link', { name: '홈으로 돌아가기' }).click()
    await page.getByText('불러오지 못했습니다. 요청이 너무 많습니다.').waitFor()
    pageErrors.splice(0)
  })
})

test('a vote in one tab updates the counts in another', async () => {
  const { page } = await site.open()
  const count = (of: Page) =>
    of.getByRole('article').last().getByRole('row', { name: 'Down' }).getByRole('cell').last()
  await count(page).waitFor()
  const before = Number(await textOf(count(page)))
  const other = await page.context().newPage()
  await visit(other, site.url)
  await count(other).waitFor()
  const mina = await site.apiUser('Mina of the tabs')
  await mina.vote('down')
  await count(page)
    .filter({ hasText: String(before + 1) })
    .waitFor()
  await count(other)
    .filter({ hasText: String(before + 1) })
    .waitFor()
})

test('a member’s page requests every price, a guest’s one a second', async () => {
  const requestsOf = async (user?: string) => {
    const { page } = await site.open({ path: '/icon.svg', ...(user && { user }) })
    const sent: string[] = []
    const received: string[] = []
    page.on('websocket', (socket) => {
      // The words without their tokens.
      socket.on('framesent', ({ payload }) => sent.push(`${payload}`.replace(/ ey\S+$/, '')))
      socket.on('framereceived', ({ payload }) => received.push(`${payload}`))
    })
    await visit(page, site.url)
    await expect.poll(() => received.length).toBeGreaterThan(0)
    return { page, sent }
  }
  const member = await requestsOf('Mina')
  await expect.poll(() => member.sent.toSorted()).toEqual(['alerts', 'prices'])
  const guest = await requestsOf()
  await guest.page.getByRole('link', { name: 'Login' }).waitFor()
  expect(guest.sent).toEqual([])
  await member.page.getByRole('button', { name: 'Logout' }).click()
  await expect
    .poll(() => member.sent.toSorted())
    .toEqual(['alerts', 'no alerts', 'no prices', 'prices'])
})
