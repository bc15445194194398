import { expect, test } from 'bun:test'
import type { OwnVote } from '#shared/contract/profile.ts'
import type { Locale } from '#shared/i18n/locale.ts'
import { at, SAMPLE_NOW, samplePrice, sampleSummary } from '#tests/support/market-samples.ts'
import { createTrayText, priceFacts } from './price-text.ts'
import { openVotesText, ownVoteText, type VoteFacts } from './vote-lines.ts'

const LIVE = '2026-11-26T00:00:00.000Z'
const WAITING = '2026-11-23T00:00:00.000Z'
const vote = (part: Partial<OwnVote> = {}): OwnVote => ({
  id: 1,
  targetTime: LIVE,
  voteChoice: 'up',
  result: 'wait',
  offer: { hit: 137, miss: -73 },
  offerVersion: 2,
  carried: 0,
  entryPrice: '66000.00',
  points: null,
  settledAt: null,
  created: at(-3_600_000),
  ...part,
})
const facts = (votes: OwnVote[] | null, value = '70000.00', age = 1_000): VoteFacts => {
  const summary = { ...sampleSummary(), s60: 0.02 }
  const price = samplePrice(value, -age)
  const market = { summary, price, link: 'live', receivedAt: SAMPLE_NOW } as const
  return { facts: priceFacts(market, SAMPLE_NOW), summary, votes, now: SAMPLE_NOW }
}
const text = (about: VoteFacts, target = LIVE, locale: Locale = 'en-US') =>
  ownVoteText(Date.parse(target), about, createTrayText(locale, 'Asia/Seoul'))

test('a call is worth what the version of its offer says', () => {
  // A weekend is left, which weighs less than its days.
  const worthOf = (offerVersion: number) => {
    const own = vote({ targetTime: WAITING, voteChoice: 'steady', offerVersion })
    return text(facts([own]), WAITING)?.value
  }
  expect(worthOf(2)).toBe('Worth −58 points now · needs −4.0% (67,200)')
  expect(worthOf(3)).toBe('Worth −64 points now · needs −4.0% (67,200)')
})

test('shows direction, points and the worth of a call at the live price', () => {
  expect(text(facts([vote()]))).toEqual({
    vote: 'Your call: ▲ Up, above 69,300 · +137 if right · −73 if wrong',
    value: 'Worth +53 points now · right at this price',
  })
  expect(
    text(facts([vote({ targetTime: WAITING, voteChoice: 'steady' })]), WAITING, 'ko-KR'),
  ).toEqual({
    vote: '내 예측: ■ 보합, ±5% 이내(60,800~67,200) · 맞히면 +137 · 틀리면 −73',
    value: '지금 가치 −58점 · 적중까지 −4.0% (67,200)',
  })
})

test('shows the time of a stale price', () => {
  const { value } = text(facts([vote()], '66000.00', 120_000)) ?? {}
  expect(value).toMatch(/^Worth [−+]?\d+ points at 11:28 · needs \+5\.0% \(69,300\)$/)
})

test('adds carried points', () => {
  expect(text(facts([vote({ carried: -12 })]))).toEqual({
    vote: 'Your call: ▲ Up, above 69,300 · +125 if right · −85 if wrong',
    value: 'Worth +41 points now · right at this price',
  })
})

test('shows what was carried over where nothing else is certain', () => {
  const withdrawn = vote({ voteChoice: 'unknown', offer: { hit: 0, miss: 0 }, carried: -45 })
  expect(text(facts([withdrawn]))).toEqual({
    vote: 'Your call: ?? Unknown · −45 points carried over',
    value: null,
  })
})

test('shows no worth without points', () => {
  const unpriced = { offer: { hit: 0, miss: 0 }, entryPrice: null }
  expect(text(facts([vote(unpriced)]))).toEqual({
    vote: 'Your call: ▲ Up, above 69,300 · no points',
    value: null,
  })
  expect(text(facts([vote({ ...unpriced, voteChoice: 'unknown' })]))?.vote).toContain('?? Unknown')
})

test('is empty without a call in the round', () => {
  expect(text(facts([vote({ targetTime: WAITING })]))).toBeNull()
  expect(text(facts(null))).toBeNull()
})

test('adds up the open calls of both rounds', () => {
  const votes = [
    vote({ refPrice: '66000.00' }),
    vote({ targetTime: WAITING, refPrice: '64000.00' }),
  ]
  expect(openVotesText(facts(votes), createTrayText('en-US', 'Asia/Seoul'))).toMatch(
    /^Your open calls: \+\d+ points now$/,
  )
  expect(openVotesText(facts([]), createTrayText('en-US', 'Asia/Seoul'))).toBeNull()
})
