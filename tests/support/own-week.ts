import type { OwnWeek } from '#shared/contract/profile.ts'

const call = { refPrice: '94311.57', offerVersion: 3, carried: 0, entryPrice: '94400.00' }

/** The week of somebody with a right and a wrong call. */
export const OWN_WEEK: OwnWeek = {
  week: '2026-47',
  start: '2026-11-16T00:00:00.000Z',
  end: '2026-11-23T00:00:00.000Z',
  settled: [
    {
      ...call,
      id: 8,
      targetTime: '2026-11-19T00:00:00.000Z',
      voteChoice: 'up',
      result: 'HIT',
      points: 226,
      created: '2026-11-12T03:00:00.000Z',
      offer: { hit: 226, miss: -44 },
      settledAt: '2026-11-19T00:00:05.000Z',
    },
    {
      ...call,
      id: 7,
      targetTime: '2026-11-16T00:00:00.000Z',
      voteChoice: 'steady',
      result: 'MISS',
      points: -63,
      created: '2026-11-09T03:00:00.000Z',
      offer: { hit: 71, miss: -63 },
      settledAt: '2026-11-16T00:00:05.000Z',
    },
  ],
  made: 1,
  points: 163,
  hits: 1,
  misses: 1,
  best: 8,
  worst: 7,
  rank: { before: 40, after: 12 },
}
