import type { Page } from 'playwright'
import { expect, test } from 'playwright/test'
import type { OwnVote } from '#shared/contract/profile.ts'
import { DAY_MS } from '#shared/rules/time.ts'
import { setUpSite } from './support/set-up-site.ts'
import { textOf } from './support/site.ts'
import { reload, visit } from './support/until-ready.ts'
import { choose, voteButton } from './support/vote-page.ts'

const site = setUpSite()

const liveCard = (page: Page, status = 'Open') =>
  page.getByRole('article').filter({ has: page.getByText(status, { exact: true }) })
const call = (page: Page) => liveCard(page).getByRole('region', { name: 'Your call' })

test.describe('the own call', () => {
  test('shows its points and its worth on home, and no button for another', async () => {
    const { page } = await site.open({ user: 'Caller' })
    await liveCard(page).getByRole('link', { name: 'Make a call' }).waitFor()
    await call(page).getByText('You have not called this round yet.').waitFor()
    const caller = await site.apiUser('Caller')
    await caller.vote('steady')
    await reload(page)
    await call(page).getByText('Steady').waitFor()
    await expect(call(page)).toContainText(/at [\d,]+/)
    await expect(call(page)).toContainText(/worth [+−]?\d+ points now/)
    const text = () => textOf(call(page))
    await expect.poll(text).toMatch(/worth [+−]?\d+ points now · \+\d+ if right · −\d+ if wrong/)
    await expect.poll(text).toContain('right at this price')
    // Cast since the mark of the day, so its worth is its change.
    await page.getByText(/^Your open calls: ([+−]?\d+) points now \(\1 since \d\d:00\)$/).waitFor()
    await call(page).getByRole('link', { name: 'Edit' }).waitFor()
    await call(page).getByRole('link', { name: 'Read other calls' }).waitFor()
    await expect(liveCard(page).getByRole('link', { name: 'Make a call' })).toHaveCount(0)
  })

  test('is on the votes screen, in Korean', async () => {
    const caller = await site.apiUser('Reader')
    await caller.vote('up')
    const { page } = await site.open({ path: '/vote', user: 'Reader', locale: 'ko-KR' })
    const own = page.getByRole('region', { name: '내 예측' })
    await own.getByText('상승').waitFor()
    await expect(own).toContainText(/지금 가치 [+−]?\d+점 · 맞히면\s\+\d+ · 틀리면\s−\d+/)
    // Open calls are not judged yet: no red.
    const needed = own.getByText(/^적중까지 \+\d\.\d% \([\d,]+\)$/)
    const color = await own.evaluate((element) => getComputedStyle(element).color)
    await expect(needed).toHaveCSS('color', color)
  })

  test('is shown when another window has made it, and when that has changed it', async () => {
    const { page } = await site.open({ user: 'Two windows' })
    await call(page).getByText('You have not called this round yet.').waitFor()
    const other = await page.context().newPage()
    await visit(other, `${site.url}/vote/write`)
    await choose(other, 'Steady')
    await voteButton(other).click()
    await call(page).getByText('Steady').waitFor()
    await expect(liveCard(page).getByRole('link', { name: 'Make a call' })).toHaveCount(0)

    await other.getByRole('link', { name: /^Edit \[/ }).click()
    await choose(other, 'Up')
    await other.getByRole('main').getByRole('button', { name: 'Edit' }).click()
    await other.getByRole('button', { name: 'Change direction' }).click()
    await call(page).getByText('Up').waitFor()
  })

  test('is shared with the points that it can give and with the zone of its time', async () => {
    await (await site.apiUser('Sharer')).vote('up')
    const { page } = await site.open({ user: 'Sharer', path: '/donation' })
    await page.route('**/profile/votes*', async (route) => {
      const response = await route.fetch()
      const [own] = await response.json()
      const offer = { hit: 226, miss: -44 }
      await route.fulfill({ response, json: [{ ...own, offer, carried: -50 }] })
    })
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await visit(page, site.url)
    await call(page).getByRole('button', { name: 'Share' }).click()
    await page.getByText('Link copied.').waitFor()
    const shared = await page.evaluate(() => navigator.clipboard.readText())
    expect(shared.replaceAll('\u00a0', ' ')).toMatch(
      /^My call for BTC\/USDT on .+, 09:00 \(UTC\+9\): ▲ Up, above [\d,]+\. \+176 if right · −94 if wrong\. http/,
    )
  })

  test('settled since the last visit is announced until it is dismissed', async () => {
    const { page } = await site.open({ user: 'Winner', path: '/donation' })
    const at = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString()
    const vote: OwnVote = {
      id: 1,
      targetTime: at(-1),
      voteChoice: 'down',
      result: 'HIT',
      offer: { hit: 215, miss: -46 },
      offerVersion: 3,
      carried: 0,
      entryPrice: '60000.00',
      points: 215,
      settledAt: at(-0.9),
      created: at(-7),
    }
    await page.context().route('**/profile/votes*', (route) => route.fulfill({ json: [vote] }))
    await visit(page, site.url)
    await call(page).waitFor()
    const record = JSON.stringify({ seen: at(-2), pending: [vote.targetTime] })
    // The page that is open writes the record once it has the votes. The id of the user is part of the key.
    await page.evaluate((text) => {
      for (let id = 1; id < 20; id++) localStorage.setItem(`seenCalls.${id}`, text)
    }, record)
    const bannerOf = (of: Page) => of.getByRole('region', { name: 'Settled since your last visit' })
    const banner = bannerOf(page)
    await expect.poll(() => textOf(banner)).toMatch(/▼ Down, below −5% right \+215 points/)
    const other = await page.context().newPage()
    await visit(other, site.url)
    await bannerOf(other).getByRole('button', { name: 'Dismiss' }).click()
    await bannerOf(other).waitFor({ state: 'hidden' })
    await banner.waitFor({ state: 'hidden' })
    await reload(page)
    await call(page).waitFor()
    await expect(banner).toHaveCount(0)
  })
})

test('guests see the steps of a round until they dismiss them', async () => {
  const { page } = await site.open()
  const steps = page.getByRole('region', { name: 'How it works' })
  await expect
    .poll(() => textOf(steps))
    .toMatch(/Call by (Mon|Thu) 09:00 Your points lock in Settled (Mon|Thu), \w+ \d+, 09:00/)
  await steps.getByRole('button', { name: 'Dismiss the introduction' }).click()
  await reload(page)
  await page.getByText('closes in').waitFor()
  await expect(steps).toHaveCount(0)
})
