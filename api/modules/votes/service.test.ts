import { describe, expect, test } from 'bun:test'
import type { RoundCache } from '#api/rounds/round-cache.ts'
import type { RoundRecord } from '#api/rounds/round-record.ts'
import {
  errorCode,
  NOW,
  sampleAccount,
  sampleClaims,
  sampleRound,
  sampleVote,
} from '#tests/support/samples.ts'
import { testBus } from '#tests/support/test-bus.ts'
import { testClock } from '#tests/support/test-clock.ts'
import { createVotesService, type VotesDeps } from './service.ts'
import type { NewVote, VoteUpdate } from './store.ts'

const HOUR = 3_600_000
const roundsWith = (live: RoundRecord | null): RoundCache => ({
  live: async () => live,
  waiting: async () => null,
})
const OFFER = { hit: 226, miss: -44 }
const user = sampleClaims()
const other = sampleClaims({ id: 8 })
const round = sampleRound()
const input = { targetDate: round.targetDate, choice: 'up' as const, content: '<p>why</p>' }

function setUp(more: Partial<VotesDeps> = {}, vote = sampleVote()) {
  const inserted: NewVote[] = []
  const updated: VoteUpdate[] = []
  const events: unknown[] = []
  const views: unknown[] = []
  const bus = testBus()
  bus.on('vote', (event) => events.push(event))
  const clock = testClock(NOW)
  const service = createVotesService({
    store: {
      find: async (id) => (id === vote.id ? vote : null),
      hasVoted: async () => false,
      insert: async (created) => {
        inserted.push(created)
        return { id: 12, author: sampleAccount() }
      },
      update: async (change) => void updated.push(change),
    },
    reactions: { toggle: async () => ({ likes: 1, dislikes: 0, userReaction: 'like' }) },
    rounds: roundsWith(round),
    pricing: { offerFor: (_, choice) => (choice === 'unknown' ? { hit: 0, miss: 0 } : OFFER) },
    accounts: { accessTokenOf: async () => 'token' },
    accountStore: { adminLevel: async () => 0 },
    views: { add: (...view) => void views.push(view) },
    market: { price: () => ({ value: '61000.00' }) },
    sanitize: async (html) => html,
    bus,
    clock,
    ...more,
  })
  return { service, inserted, updated, events, views, clock }
}

describe('create', () => {
  test('stores the priced vote, publishes it and returns a new token', async () => {
    const { service, inserted, events } = setUp()
    expect(await service.create(user, input)).toMatchObject({
      id: 12,
      accessToken: 'token',
      offer: OFFER,
    })
    expect(inserted).toEqual([
      expect.objectContaining({
        roundId: 3,
        userId: 7,
        now: NOW,
        choice: 'up',
        offer: OFFER,
        title: 'why',
      }),
    ])
    expect(events).toEqual([{ voteId: 12, roundId: 3, first: true }])
  })

  test('votes in the round of arrival, however long sanitizing takes', async () => {
    const instants: unknown[] = []
    const { service, clock } = setUp({
      rounds: {
        live: async (instant) => {
          instants.push(instant)
          return round
        },
        waiting: async () => null,
      },
      sanitize: async (html) => {
        clock.jump(round.closesAt + 10)
        return html
      },
    })
    await service.create(user, input)
    expect(instants).toEqual([NOW])
  })

  test.each([
    ['NOT_READY', { rounds: roundsWith(null) }, {}],
    ['ROUND_CHANGED', {}, { targetDate: round.targetDate + 1 }],
    ['NO_REFERENCE', { rounds: roundsWith(sampleRound({ reference: null })) }, {}],
    ['CONTENT_TOO_LONG', { sanitize: async () => 'x'.repeat(32_768) }, {}],
    [
      'ALREADY_VOTED',
      {
        store: {
          find: async () => null,
          hasVoted: async () => true,
          insert: async () => null,
          update: async () => {},
        },
      },
      {},
    ],
  ] as const)('rejects with %s', async (code, deps, change) => {
    const { service, events } = setUp(deps)
    expect(await errorCode(service.create(user, { ...input, ...change }))).toBe(code)
    expect(events).toEqual([])
  })
})

describe('edit', () => {
  test('does not change the offer of an unchanged direction', async () => {
    const { service, updated, events } = setUp()
    await service.edit(user, 11, { choice: 'up', content: '<p>two</p>' })
    expect(updated).toEqual([expect.objectContaining({ id: 11, title: 'two', direction: null })])
    expect(events).toEqual([{ voteId: 11, roundId: 3, first: false }])
  })

  test('prices a new direction at the current offer', async () => {
    const { service, updated } = setUp()
    await service.edit(user, 11, { choice: 'down', content: '' })
    expect(updated[0]?.direction).toEqual({ choice: 'down', offer: OFFER, offerVersion: 1 })
  })

  test.each([
    ['NOT_FOUND', 12, user, 'up', 0],
    ['NOT_AUTHOR', 11, other, 'up', 0],
    ['ok', 11, user, 'up', HOUR - 1],
    ['EDIT_WINDOW_CLOSED', 11, user, 'up', HOUR],
  ] as const)('returns %s for vote %d', async (code, id, who, choice, after) => {
    const { service, clock } = setUp()
    clock.advance(after)
    expect(await errorCode(service.edit(who, id, { choice, content: '' }))).toBe(code)
  })

  test('rejects a new direction once the round is closed, but not a new text', async () => {
    const { service } = setUp({
      rounds: roundsWith(sampleRound({ id: 4 })),
    })
    expect(await errorCode(service.edit(user, 11, { choice: 'down', content: '' }))).toBe(
      'DIRECTION_FROZEN',
    )
    expect(await errorCode(service.edit(user, 11, { choice: 'up', content: '' }))).toBe('ok')
  })
})

describe('get', () => {
  test.each([
    ['the author', user, false, 0, 'ok', 0],
    ['a user without a vote', other, false, 0, 'VOTE_REQUIRED', 0],
    ['a user who voted in the live round', other, true, 0, 'ok', 1],
    ['an admin', other, false, 1, 'ok', 1],
  ] as const)('for %s', async (_, who, voted, level, code, counted) => {
    const { store } = {
      store: {
        find: async () => sampleVote(),
        hasVoted: async () => voted,
        insert: async () => null,
        update: async () => {},
      },
    }
    const { service, views } = setUp({ store, accountStore: { adminLevel: async () => level } })
    expect(await errorCode(service.get(who, 11))).toBe(code)
    expect(await errorCode(service.react(who, 11, 'like'))).toBe(code)
    expect(views).toHaveLength(counted)
  })

  test('shows points and evidence only when the round is settled', async () => {
    const { round: open } = sampleVote()
    const settledAt = new Date(round.targetDate)
    const prices = {
      settlePrice: '70000',
      settleSource: 'binance',
      settleCandleAt: settledAt,
      settleReadAt: settledAt,
    }
    const ledger = { points: 226 }
    const unsettled = setUp(
      {},
      sampleVote({ ledger, round: { ...open, ...prices, pendingOutcome: 'up' } }),
    )
    expect(await unsettled.service.get(user, 11)).toMatchObject({
      points: null,
      settlement: null,
      result: 'wait',
    })
    const settled = setUp(
      {},
      sampleVote({ ledger, round: { ...open, ...prices, outcome: 'up', settledAt } }),
    )
    expect(await settled.service.get(user, 11)).toMatchObject({
      points: 226,
      result: 'HIT',
      settlement: { price: '70000', exchange: 'binance' },
    })
  })
})
