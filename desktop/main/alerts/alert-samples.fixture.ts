import type { ThreadNotice } from '#shared/contract/notifications.ts'
import type { LivePrice } from '#shared/contract/price.ts'
import type { OwnVote } from '#shared/contract/profile.ts'
import type { Target, VoteSummary } from '#shared/contract/summary.ts'
import { WEEK_MS } from '#shared/rules/time.ts'

/** A Saturday inside the round of Thursday 2026-11-19. */
export const SATURDAY = Date.parse('2026-11-21T02:30:00.000Z')
/** The round's target, its close, and the next round's target. */
export const TARGET = '2026-11-26T00:00:00.000Z'
export const CLOSE = Date.parse('2026-11-23T00:00:00.000Z')
export const NEXT_TARGET = '2026-11-30T00:00:00.000Z'

const votes = { up: 0, steady: 0, down: 0, unknown: 0 }

export const target = (targetDate = TARGET, refPrice: string | null = '100000.00'): Target => ({
  targetDate,
  refDate: new Date(Date.parse(targetDate) - WEEK_MS).toISOString(),
  refPrice,
  votes,
})

export const summary = (live: Target = target(), now = SATURDAY): VoteSummary => ({
  serverDate: new Date(now).toISOString(),
  target1: target('2026-11-23T00:00:00.000Z'),
  target2: live,
  price: null,
})

export const price = (value: string, part: Partial<LivePrice> = {}): LivePrice => ({
  value,
  time: new Date(SATURDAY).toISOString(),
  source: 'binance',
  market: 'real',
  freshness: 'live',
  ...part,
})

/** A vote for up, settled as a hit; `part` overrides fields. */
export const ownVote = (id: number, part: Partial<OwnVote> = {}): OwnVote => ({
  id,
  targetTime: TARGET,
  refPrice: '100000.00',
  voteChoice: 'up',
  result: 'HIT',
  offer: { hit: 226, miss: -44 },
  offerVersion: 3,
  carried: 0,
  entryPrice: '66000.00',
  points: 226,
  settledAt: '2026-11-26T00:00:02.500Z',
  created: '2026-11-21T02:30:00.000Z',
  ...part,
})

/** The same vote before its settlement. */
export const waiting = (id: number): OwnVote =>
  ownVote(id, { result: 'wait', points: null, settledAt: null })

/** A reply in the thread of a note. */
export const THREAD: ThreadNotice = {
  target: 'vote',
  id: 12,
  boardType: null,
  title: 'Halving',
  replyId: 90,
  replies: 1,
  mentions: 0,
  author: { uniqueCode: '7QX2MB', nickname: 'Mina' },
}
