import { expect, test } from 'bun:test'
import type { RoundDetail, RoundItem } from '#shared/contract/rounds.ts'
import { LOCALES } from '#shared/i18n/locale.ts'
import { readRoundsFeed } from './read-feeds.ts'

const PRICE = {
  price: '60000.00',
  exchange: 'binance',
  candleTime: '2026-11-19T00:00:00.000Z',
  readAt: '2026-11-19T00:00:04.000Z',
}
const ITEM: RoundItem = {
  refDate: '2026-11-12T00:00:00.000Z',
  targetDate: '2026-11-19T00:00:00.000Z',
  closesAt: '2026-11-16T00:00:00.000Z',
  status: 'void',
  refPrice: null,
  settlePrice: null,
  outcome: 'void',
  votes: null,
  voters: 0,
  crowdPick: null,
  crowdRight: null,
  settledAt: '2026-11-20T01:00:00.000Z',
}

/** The summaries of a void round in each language. */
async function summariesOf(prices: Partial<RoundDetail>): Promise<string[]> {
  // A server that runs in this process has made the schemas strict.
  const { settlePrice, crowdPick, crowdRight, ...common } = ITEM
  const detail: RoundDetail = {
    ...common,
    hasPrevious: true,
    priced: false,
    offers: null,
    chances: null,
    reference: null,
    settlement: null,
    favorite: null,
    hours: null,
    crowd: null,
    checkpoint: null,
    chancesByVersion: null,
    best: [],
    worst: [],
    receipts: null,
    candles: [],
    ...prices,
  }
  const never = { right: 0, of: 0 }
  const picks = { crowd: never, alwaysSteady: never, favorite: never }
  const record = { rounds: 0, ...picks, crowdPoints: { points: 0, calls: 0 } }
  const pagination = { currentPage: 1, totalPages: 1, totalPosts: 1, postsPerPage: 20 }
  const list = { record, posts: [ITEM], pagination }
  const read = async (path: string) => (path === '/rounds' ? list : detail)
  const feeds = LOCALES.map((locale) =>
    readRoundsFeed({ read, locale, origin: 'https://site.example', sanitize: (html) => html }),
  )
  return (await Promise.all(feeds)).map(({ entries }) => entries[0]?.summary ?? '')
}

test('a void round names the price that was not found', async () => {
  expect(await summariesOf({ refPrice: '60000.00', reference: PRICE })).toEqual([
    'Reference 60,000.00 USDT. Void: no settlement price was found.',
    '기준가 60,000.00 USDT. 무효: 확정가를 찾지 못했습니다.',
  ])
  expect(await summariesOf({ settlement: PRICE })).toEqual([
    'Void: no reference price was found.',
    '무효: 기준가를 찾지 못했습니다.',
  ])
})
