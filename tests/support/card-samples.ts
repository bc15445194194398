import type { RecordData, RoundData, VoteData } from '#api/web/cards/data.ts'
import type { WeekData } from '#api/web/cards/week-card.ts'
import { HOUR_MS } from '#shared/rules/time.ts'
import { storedOffer } from '#shared/rules/vote-offer.ts'

const REF_DATE = Date.parse('2026-11-19T00:00:00Z')

/** Hourly opens that rise by 0.03 % an hour, from 12 hours before the reference. */
const candles = (count: number): RoundData['candles'] =>
  Array.from({ length: count }, (_, hour) => {
    const open = 67_000 * (1 + 0.0003 * hour + 0.004 * Math.sin(hour / 5))
    return [REF_DATE + (hour - 12) * HOUR_MS, open.toFixed(2)]
  })

const live: RoundData = {
  refDate: REF_DATE,
  closesAt: REF_DATE + 96 * HOUR_MS,
  targetDate: REF_DATE + 168 * HOUR_MS,
  status: 'live',
  refPrice: '67250.10',
  settlePrice: null,
  outcome: null,
  voters: 1234,
  crowd: null,
  candles: candles(60),
}
const settled: RoundData = {
  ...live,
  status: 'settled',
  settlePrice: '71890.50',
  outcome: 'up',
  crowd: { pick: 'steady', isRight: false },
  candles: candles(181),
}

/** Rounds in every state that a card shows. */
export const ROUND_SAMPLES: Record<string, RoundData> = {
  live,
  'without a reference': { ...live, refPrice: null, candles: [] },
  closed: { ...live, status: 'closed', candles: candles(120) },
  up: settled,
  steady: {
    ...settled,
    outcome: 'steady',
    settlePrice: '66890.00',
    crowd: { pick: 'split', isRight: null },
  },
  down: {
    ...settled,
    outcome: 'down',
    settlePrice: '60000.00',
    crowd: { pick: 'down', isRight: true },
  },
  void: { ...live, status: 'void', outcome: 'void', candles: candles(150) },
}

const vote: VoteData = {
  ...{ code: '7GX2QK', choice: 'up', result: 'wait', points: null },
  offer: storedOffer('up', { hit: 226, miss: -44 }),
}

/** Votes with the name of their round above. */
export const VOTE_SAMPLES: Record<string, { vote: VoteData; round: string }> = {
  open: { vote: { ...vote, choice: 'steady' }, round: 'live' },
  won: { vote: { ...vote, result: 'HIT', points: 226 }, round: 'up' },
  lost: { vote: { ...vote, choice: 'down', result: 'MISS', points: -44 }, round: 'up' },
  void: { vote: { ...vote, result: 'unknown', points: 0 }, round: 'void' },
  unknown: {
    vote: { ...vote, choice: 'unknown', result: 'unknown', points: 0, offer: { kind: 'none' } },
    round: 'steady',
  },
  changed: {
    vote: { ...vote, offer: storedOffer('up', { hit: 226, miss: -44 }, -50) },
    round: 'live',
  },
  withdrawn: {
    vote: { ...vote, choice: 'unknown', offer: { kind: 'carried', carried: -20 } },
    round: 'live',
  },
}

const record: RecordData = {
  ...{ code: '7GX2QK', points: 1284, calls: 22, right: 14, settled: 24 },
  ...{ season: '2026Q4', rank: 3, before: { points: 0, variance: 0 } },
  skill: 'unlikely-above',
  course: Array.from({ length: 24 }, (_, index) => ({
    points: index % 3 === 0 ? -73 : 137,
    variance: index === 5 ? 0 : 10_000,
  })),
}

export const RECORD_SAMPLES: Record<string, RecordData> = {
  ranked: record,
  losing: { ...record, points: -1284, rank: null, skill: 'unlikely-below' },
  lucky: { ...record, points: 100, skill: 'luck' },
  early: { ...record, calls: 3, right: 1, skill: 'early' },
  empty: { ...record, points: 0, calls: 0, right: 0, settled: 0, rank: null, course: [] },
}

const call = (voteChoice: 'up' | 'unknown', result: 'HIT' | 'unknown', points: number) => ({
  id: 1,
  targetTime: '2026-11-26T00:00:00.000Z',
  refPrice: '67250.10',
  voteChoice,
  result,
  points,
  created: '2026-11-20T00:00:00.000Z',
  offer: { hit: 226, miss: -44 },
  offerVersion: 3,
  carried: 0,
  entryPrice: '67300.00',
  settledAt: '2026-11-26T00:00:05.000Z',
})
const week = {
  week: '2026-48',
  start: '2026-11-23T00:00:00.000Z',
  end: '2026-11-30T00:00:00.000Z',
  settled: [call('up', 'HIT', 226), call('unknown', 'unknown', 0)],
  points: 226,
  hits: 1,
  misses: 0,
  rank: { before: 1234, after: 87 },
}

/** Weeks of people whose name the font of cards has, and has not. */
export const WEEK_SAMPLES: Record<string, WeekData> = {
  'a week': { nickname: 'Minji', code: '7GX2QK', week },
  'an empty week': {
    nickname: '뷁',
    code: '7GX2QK',
    week: { ...week, settled: [], points: 0, hits: 0, rank: null },
  },
}
