import { type Account, claimsOf } from '#api/modules/account/account.ts'
import type { AccessTokenClaims } from '#api/modules/auth/access-token.ts'
import type { PostRow } from '#api/modules/posts/store.ts'
import type { RoundRecord } from '#api/modules/rounds/round-record.ts'
import type { OwnVote, VoteRow } from '#api/modules/votes/store.ts'
import { roundAt } from '#shared/rules/schedule.ts'

/** A Saturday in a round that opened on Thursday. */
export const NOW = Date.parse('2026-11-21T02:30:00Z')
const THURSDAY = Date.parse('2026-11-19T00:00:00Z')

/** Plain objects for unit tests of services. Instants are epoch milliseconds. */
export function sampleAccount(more: Partial<Account> = {}): Account {
  return {
    id: 7,
    nickname: 'Mina',
    email: 'mina@example.com',
    uniqueCode: 'ABC234',
    isAdmin: 0,
    mutedUntil: null,
    ranksFrom: null,
    created: NOW,
    loginCount: 1,
    lastLogin: NOW,
    loginMethod: 'local',
    lastVoteTime: 0,
    points: 0,
    settledVotes: 0,
    calls: 0,
    ...more,
  }
}

export function sampleClaims(more: Partial<Account> = {}): AccessTokenClaims {
  const user = claimsOf(sampleAccount(more))
  const times = { nbf: NOW / 1000, exp: NOW / 1000 + 600 }
  return {
    ...user,
    ...times,
    sid: 'session',
    sub: String(user.id),
    iss: 'tidemark',
    aud: 'tidemark',
  }
}

export function sampleRound(more: Partial<RoundRecord> = {}): RoundRecord {
  return {
    ...roundAt(THURSDAY),
    id: 3,
    reference: { price: '60000.00', source: 'binance', candleAt: THURSDAY, readAt: THURSDAY },
    outcome: null,
    pendingOutcome: null,
    settlement: null,
    openingFavorite: 'steady',
    settledAt: null,
    receipts: null,
    logIndex: null,
    ...more,
  }
}

export function sampleVote(more: Partial<VoteRow> = {}): VoteRow {
  const { refDate, targetDate } = roundAt(THURSDAY)
  return {
    id: 11,
    roundId: 3,
    userId: 7,
    choice: 'up',
    offerHit: 226,
    offerMiss: -44,
    offerVersion: 2,
    entryPrice: '60000.00',
    carried: 0,
    title: 'Up',
    content: '<p>Up</p>',
    hasContent: true,
    noteHiddenAt: null,
    created: new Date(NOW),
    modified: null,
    salt: null,
    accepted: null,
    receiptVersion: 1,
    views: 0,
    likes: 0,
    dislikes: 0,
    rankedLikes: 0,
    user: { erasedAt: null, uniqueCode: 'ABC234', nickname: 'Mina' },
    ledger: null,
    reactions: [],
    round: {
      id: 3,
      refDate: new Date(refDate),
      targetDate: new Date(targetDate),
      refPrice: '60000.00',
      refSource: 'binance',
      refCandleAt: new Date(refDate),
      refReadAt: new Date(refDate),
      outcome: null,
      pendingOutcome: null,
      testedAt: null,
      settlePrice: null,
      settleSource: null,
      settleCandleAt: null,
      settleReadAt: null,
      settledAt: null,
      openingFavorite: 'steady',
      closeUp: null,
      closeSteady: null,
      closeDown: null,
      closeUnknown: null,
      calls: 0,
      rightCalls: 0,
      callPoints: 0n,
      sealedAt: null,
      leafCursor: null,
      logIndex: null,
      receiptRoot: null,
      receiptSize: null,
      receiptRootAt: null,
      receiptKey: null,
      receiptSignature: null,
    },
    ...more,
  }
}

export function samplePost(more: Partial<PostRow> = {}): PostRow {
  return {
    id: 5,
    board: 'frees',
    userId: 7,
    title: 'Hello',
    content: '<p>Hello</p>',
    priority: 99,
    created: new Date(NOW),
    updated: null,
    hiddenAt: null,
    views: 0,
    likes: 0,
    dislikes: 0,
    user: { uniqueCode: 'ABC234', nickname: 'Mina' },
    reactions: [],
    ...more,
  }
}

/** The code of the ApiError that `call` rejects with, or `ok`. */
export function errorCode(call: Promise<unknown>): Promise<unknown> {
  return call.then(
    () => 'ok',
    (error: unknown) => (error instanceof Error && 'code' in error ? error.code : error),
  )
}

export const sampleOwnVote = (): OwnVote => ({
  content: '',
  receipt: {
    version: 2,
    voteId: 12,
    target: new Date(NOW).toISOString(),
    author: 'ABC123',
    direction: 'up',
    hit: 226,
    miss: -44,
    offerVersion: 3,
    entryPrice: '61000.00',
    carried: 0,
    time: new Date(NOW).toISOString(),
    salt: '00',
  },
})
