import type { AdminOverview, OverviewDay } from '#shared/contract/overview.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/rules/time.ts'

const twin = (uniqueCode: string, nickname: string, isBanned = false) => {
  return { uniqueCode, nickname, isBanned }
}

const dayAt = (instant: number, index: number): OverviewDay => ({
  day: new Date(instant - index * DAY_MS).toISOString().slice(0, 10),
  acts: (index * 7) % 5,
  notes: 1_200 + ((index * 397) % 900),
  posts: 40 + ((index * 23) % 60),
  accounts: index === 2 ? 1_894 : 80 + ((index * 31) % 50),
})

/** The overview at `now` (epoch ms) of a busy site on a bad morning, as the API sends it. */
export function troubledOverview(now: number): AdminOverview {
  const iso = (ago: number) => new Date(now - ago).toISOString()
  return {
    computedAt: iso(20_000),
    waiting: {
      cases: 12,
      oldestCase: iso(3 * DAY_MS + 4 * HOUR_MS),
      appeals: 2,
      oldestAppeal: iso(5 * HOUR_MS),
    },
    days: Array.from({ length: 14 }, (_, index) => dayAt(now, index)),
    returning: {
      last: { refDate: iso(8 * DAY_MS), callers: 10_412 },
      before: { refDate: iso(11 * DAY_MS), callers: 9_877 },
      both: 6_120,
    },
    feed: {
      value: '94310.10',
      time: iso(4 * MINUTE_MS),
      source: 'okx',
      market: 'real',
      freshness: 'stale',
    },
    settlement: {
      last: {
        refDate: iso(14 * DAY_MS),
        targetDate: iso(7 * DAY_MS),
        settledAt: iso(7 * DAY_MS - 9_000),
        outcome: 'steady',
        votes: 9_310,
      },
      overdueSince: iso(2 * HOUR_MS),
    },
    push: {
      late: 318,
      oldestDue: iso(40 * MINUTE_MS),
      refused: 44,
      since: iso(6 * DAY_MS),
      sent: 80_412,
      givenUp: 17,
      ended: 203,
    },
    twins: {
      computedAt: iso(7 * DAY_MS),
      rounds: 26,
      accounts: 4_210,
      total: 131,
      pairs: [
        {
          accounts: [twin('0K3Z9A', 'Wilhelmina'), twin('7QX2MB', 'mina-second-account-of')],
          rounds: 26,
          same: 26,
          gapSeconds: 41,
          others: 0.2,
        },
        {
          accounts: [twin('1B7CDE', '고래잡이', true), twin('9Z8Y7X', '새우')],
          rounds: 19,
          same: 18,
          gapSeconds: 152,
          others: 3.4,
        },
        {
          accounts: [twin('2F4G6H', 'steady eddie'), twin('3J5K7M', 'always-steady')],
          rounds: 24,
          same: 22,
          gapSeconds: 96,
          others: 1_204.6,
        },
      ],
    },
  }
}
