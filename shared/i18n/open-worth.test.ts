import { expect, test } from 'bun:test'
import { createFormat } from './format.ts'
import type { Locale } from './locale.ts'
import { marketTexts } from './market.ts'
import { openWorthText } from './open-worth.ts'
import { translator } from './text.ts'

const MIDNIGHT = '2026-11-21T00:00:00.000Z'
const vote = {
  voteChoice: 'up' as const,
  offer: { hit: 226, miss: -44 },
  offerVersion: 3,
  carried: 0,
  targetTime: '2026-11-26T00:00:00.000Z',
  refPrice: '60000',
  created: '2026-11-20T10:00:00.000Z',
}
const summary = { s60: 0.02, dayMark: { time: MIDNIGHT, price: '61000', s60: 0.02 } }
const now = Date.parse('2026-11-21T02:30:00Z')
const price = { value: '62500', time: '2026-11-21T02:29:00.000Z' }

const text = (
  locale: Locale,
  zone: string,
  part: Partial<Parameters<typeof openWorthText>[2]> = {},
) => {
  const words = { t: translator(marketTexts, locale), format: createFormat(locale, zone) }
  return openWorthText(words, [vote], { summary, price, isStale: false, now, ...part })
}

test('says the worth of the open calls, and its change since the local time of 00:00 UTC', () => {
  expect(text('en-US', 'Asia/Seoul')).toMatch(
    /^Your open calls: \+\d+ points now \(\+\d+ since 09:00\)$/,
  )
  expect(text('en-US', 'America/New_York')).toEndWith(' since 19:00)')
  expect(text('ko-KR', 'Asia/Seoul')).toMatch(
    /^결과 전 내 예측: 지금 \+\d+점 \(09:00 이후 \+\d+점\)$/,
  )
})

test('says the time of a stale price, and nothing that is unknown', () => {
  expect(text('en-US', 'UTC', { isStale: true })).toMatch(/ points at 02:29 \(\+\d+ since 00:00\)$/)
  expect(text('en-US', 'UTC', { summary: { s60: 0.02 } })).toMatch(/ points now$/)
  expect(text('en-US', 'UTC', { summary: {} })).toBeNull()
})
