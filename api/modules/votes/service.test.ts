import { describe, expect, test } from 'bun:test'
import { ApiError } from '#api/infrastructure/errors.ts'
import type { RoundCache } from '#api/modules/rounds/round-cache.ts'
import type { RoundRecord } from '#api/modules/rounds/round-record.ts'
import type { PricedVote } from '#shared/rules/offer-value.ts'
import { HOUR_MS } from '#shared/rules/time.ts'
import {
  errorCode,
  NOW,
  sampleAccount,
  sampleClaims,
  sampleOwnVote,
  sampleRound,
  sampleVote,
} from '#tests/support/samples.ts'
import { testBus } from '#tests/support/test-bus.ts'
import { testClock } from '#tests/support/test-clock.ts'
import { testSigner } from '#tests/support/test-signer.ts'
import type { LockedVote, VoteEdit } from './direction-store.ts'
import { createNoteGate } from './note-gate.ts'
import type { Reader } from './note-gate-store.ts'
import { createVotesService, type VotesDeps } from './service.ts'
import type { NewVote, OwnVote, VoteRow } from './store.ts'

const roundsWith = (live: RoundRecord | null): RoundCache => ({
  live: async () => live,
  waiting: async () => null,
})
const OFFER = { hit: 226, miss: -44 }
const quote = {
  price: '61000.00',
  offers: { up: OFFER, steady: OFFER, down: { hit: 235, miss: -43 } },
  chancesOf: () => ({ up: 0.1, steady: 0.7, down: 0.2 }),
}
const NO_READER: Reader = { votedAt: null, isLocked: false }
const user = sampleClaims()
const other = sampleClaims({ id: 8 })
const round = sampleRound()
const input = { targetDate: round.targetDate, choice: 'up' as const, content: '<p>why</p>' }

const accountOf = (level: number): VotesDeps['accountStore'] => ({
  adminLevel: async () => level,
  voteRefusal: async () => null,
})

interface SetUp extends Partial<VotesDeps> {
  vote?: VoteRow
  reader?: Reader
  /** The user's vote in the round. */
  own?: OwnVote | null
  /** The row as the transaction of an edit finds it. */
  locked?: Partial<LockedVote>
}

function setUp({
  vote = sampleVote(),
  reader = NO_READER,
  own = null,
  locked,
  ...more
}: SetUp = {}) {
  const inserted: NewVote[] = []
  const edited: (VoteEdit & PricedVote)[] = []
  const events: unknown[] = []
  const views: unknown[] = []
  const locks: unknown[] = []
  const bus = testBus()
  bus.on('vote', (event) => events.push(event))
  const clock = testClock(NOW)
  const { rounds = roundsWith(round), accountStore = accountOf(0) } = more
  const service = createVotesService({
    gate: createNoteGate({
      store: {
        reader: async () => reader,
        calledSettledRound: async () => false,
        lockDirection: async (...[user, round, now]) => void locks.push([user, round, now]),
      },
      rounds,
      accounts: accountStore,
      clock,
    }),
    store: {
      find: async (id) => (id === vote.id ? vote : null),
      own: async () => own,
      insert: async (created) => {
        inserted.push(created)
        return { id: 12, author: sampleAccount() }
      },
      edit: async (change, price) => {
        const { choice, offerHit: hit, offerMiss: miss, offerVersion, carried, entryPrice } = vote
        const stored = { choice, offer: { hit, miss }, offerVersion, carried, entryPrice }
        const state = { isSettling: false, isLocked: false, content: vote.content, changed: NOW }
        const priced = price({ ...stored, ...state, ...locked })
        edited.push({ ...change, ...priced })
        return { ...priced, receipt: null }
      },
      listOwn: async () => Promise.reject(new Error('not called')),
      item: async () => null,
      hasReplies: async () => false,
    },
    reactions: { toggle: async () => ({ likes: 1, dislikes: 0, userReaction: 'like' }) },
    rounds,
    pricing: { quote: () => quote },
    accounts: { accessToken: async () => 'token', accessTokenOf: async () => 'token' },
    accountStore,
    mutes: { check: async () => {} },
    views: { add: (...view) => void views.push(view) },
    market: { price: () => ({ value: '61000.00' }) },
    signer: testSigner,
    bus,
    clock,
    ...more,
  })
  return { service, inserted, edited, events, views, locks, clock }
}

describe('create', () => {
  test('stores the priced vote, publishes it and returns a new token', async () => {
    const { service, inserted, events } = setUp()
    expect(await service.create(user, input)).toMatchObject({
      id: 12,
      accessToken: 'token',
      offer: OFFER,
      offerVersion: 3,
      priced: true,
    })
    expect(inserted).toEqual([
      expect.objectContaining({
        roundId: 3,
        userId: 7,
        now: NOW,
        choice: 'up',
        offer: OFFER,
        entryPrice: '61000.00',
        title: 'why',
      }),
    ])
    expect(events).toEqual([{ voteId: 12, roundId: 3, first: true }])
  })

  test.each([
    ['NOT_READY', { rounds: roundsWith(null) }, {}],
    ['ROUND_CHANGED', {}, { targetDate: round.targetDate + 1 }],
    ['NO_REFERENCE', { rounds: roundsWith(sampleRound({ reference: null })) }, {}],
    ['CONTENT_TOO_LONG', {}, { content: 'x'.repeat(32_768) }],
    ['CONTENT_TOO_COMPLEX', {}, { content: '<div>'.repeat(200) }],
  ] as const)('rejects with %s', async (code, deps, change) => {
    const { service, events } = setUp(deps)
    expect(await errorCode(service.create(user, { ...input, ...change }))).toBe(code)
    expect(events).toEqual([])
  })
})

describe('sanitizes no note', () => {
  /** Sanitizing would refuse its depth; it is long enough that an earlier vote is looked up first. */
  const content = '<p>why</p>'.repeat(200) + '<div>'.repeat(200)

  test.each([
    ['ROUND_CHANGED', { targetDate: round.targetDate + 1 }],
    ['ALREADY_VOTED', {}],
  ] as const)('of a vote refused with %s', async (code, change) => {
    const { service } = setUp({ own: sampleOwnVote() })
    expect(await errorCode(service.create(user, { ...input, content, ...change }))).toBe(code)
  })

  test.each([
    ['NOT_AUTHOR', other, 0],
    ['EDIT_WINDOW_CLOSED', user, HOUR_MS],
  ] as const)('of an edit refused with %s', async (code, who, after) => {
    const { service, clock } = setUp()
    clock.advance(after)
    const edit = service.edit(who, 11, { choice: 'up', content })
    expect(await errorCode(edit)).toBe(code)
  })
})

test('accepts a vote without a fresh price as unpriced', async () => {
  const { service, inserted } = setUp({ pricing: { quote: () => null } })
  expect(await service.create(user, input)).toMatchObject({
    offer: { hit: 0, miss: 0 },
    priced: false,
  })
  expect(inserted).toMatchObject([{ offer: { hit: 0, miss: 0 }, offerVersion: 3 }])
})

test('refuses a direction without a live price to a client that asks first, but not `unknown`', async () => {
  const { service, inserted } = setUp({ pricing: { quote: () => null } })
  expect(await errorCode(service.create(user, { ...input, requiresPrice: true }))).toBe(
    'NO_FRESH_PRICE',
  )
  expect(inserted).toEqual([])
  await service.create(user, { ...input, choice: 'unknown', requiresPrice: true })
  expect(inserted).toHaveLength(1)
})

test('rejects a second vote in the round', async () => {
  const { service, events } = setUp()
  const refusing = setUp({
    store: {
      find: async () => null,
      own: async () => null,
      insert: async () => null,
      edit: () => Promise.reject(new Error('not called')),
      listOwn: () => Promise.reject(new Error('not called')),
      item: async () => null,
      hasReplies: async () => false,
    },
  })
  expect(await errorCode(refusing.service.create(user, input))).toBe('ALREADY_VOTED')
  expect(await errorCode(service.create(user, input))).toBe('ok')
  expect(events).toHaveLength(1)
})

describe('edit', () => {
  test('changes no points with an unchanged direction, also without a price', async () => {
    const { service, edited, events } = setUp({ pricing: { quote: () => null } })
    const reply = await service.edit(user, 11, { choice: 'up', content: '<p>two</p>' })
    expect(reply).toMatchObject({ offer: OFFER, carried: 0, priced: true })
    expect(edited).toEqual([
      expect.objectContaining({ id: 11, title: 'two', choice: 'up', offer: OFFER, carried: 0 }),
    ])
    expect(events).toEqual([{ voteId: 11, roundId: 3, first: false }])
  })

  test('closes the call at its fair value and gives the new direction the current offer', async () => {
    const { service, edited } = setUp({ locked: { carried: 5 } })
    const reply = await service.edit(user, 11, { choice: 'down', content: '' })
    // 0.1 · 226 − 0.9 · 44 = −17
    expect(reply).toMatchObject({ offer: { hit: 235, miss: -43 }, carried: -12, offerVersion: 3 })
    expect(edited).toMatchObject([{ choice: 'down', offer: { hit: 235, miss: -43 }, carried: -12 }])
  })

  test('closes nothing when the stored row already has the direction', async () => {
    const { service, edited } = setUp({ locked: { choice: 'down', carried: -17 } })
    await service.edit(user, 11, { choice: 'down', content: '' })
    expect(edited).toMatchObject([{ choice: 'down', offer: OFFER, carried: -17 }])
  })

  test.each([
    ['DIRECTION_FROZEN', { locked: { isSettling: true } }],
    ['DIRECTION_LOCKED', { locked: { isLocked: true } }],
    ['NO_FRESH_PRICE', { pricing: { quote: () => null } }],
  ] as const)('rejects a new direction with %s, but not a new text', async (code, more) => {
    const { service, edited } = setUp(more)
    expect(await errorCode(service.edit(user, 11, { choice: 'down', content: '' }))).toBe(code)
    expect(edited).toEqual([])
    expect(await errorCode(service.edit(user, 11, { choice: 'up', content: '' }))).toBe('ok')
  })

  test('counts changes of direction only', async () => {
    const { service, edited } = setUp()
    const refuse = () => Promise.reject(new ApiError('RATE_LIMITED'))
    const edit = (choice: 'up' | 'down') => service.edit(user, 11, { choice, content: '' }, refuse)
    expect(await errorCode(edit('up'))).toBe('ok')
    expect(await errorCode(edit('down'))).toBe('RATE_LIMITED')
    expect(edited).toHaveLength(1)
  })

  test.each([
    ['NOT_FOUND', 12, user, 'up', 0],
    ['NOT_AUTHOR', 11, other, 'up', 0],
    ['ok', 11, user, 'up', HOUR_MS - 1],
    ['EDIT_WINDOW_CLOSED', 11, user, 'up', HOUR_MS],
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

  test('of an outdated copy is no change of direction, in an open round or a closed one', async () => {
    const refuse = () => Promise.reject(new ApiError('RATE_LIMITED'))
    const change = { choice: 'down' as const, content: '', seen: NOW - 1 }
    for (const id of [3, 4]) {
      const { service } = setUp({ rounds: roundsWith(sampleRound({ id })) })
      const code = await errorCode(service.edit(user, 11, change, refuse))
      expect(code).toBe('EDITED_ELSEWHERE')
    }
  })

  test('is refused when the locked row was edited since', async () => {
    const { service, edited } = setUp({ locked: { changed: NOW + 1 } })
    const change = { choice: 'up' as const, content: '<p>two</p>', seen: NOW }
    expect(await errorCode(service.edit(user, 11, change))).toBe('EDITED_ELSEWHERE')
    expect(edited).toEqual([])
  })
})

describe('get', () => {
  const voted = { votedAt: NOW, isLocked: false }
  test.each([
    ['the author', user, NO_READER, 0, 'ok', 0],
    ['a user without a vote', other, NO_READER, 0, 'VOTE_REQUIRED', 0],
    ['a user who voted in the live round', other, voted, 0, 'ok', 1],
    ['an admin', other, NO_READER, 1, 'ok', 1],
  ] as const)('for %s', async (_, who, reader, level, code, counted) => {
    const { service, views } = setUp({
      reader,
      accountStore: accountOf(level),
    })
    expect(await errorCode(service.get(who, 11))).toBe(code)
    const reacted = await errorCode(service.react(who, 11, 'like'))
    expect(reacted).toBe(who === user ? 'OWN_POST' : code)
    expect(views).toHaveLength(counted)
  })

  const noteless = sampleVote({ content: '', hasContent: false })
  const lapsed = { votedAt: NOW - HOUR_MS, isLocked: false }
  test.each([
    ['another note of the live round', { reader: voted }, true],
    ['another note, as an admin without a vote', { reader: NO_READER }, true],
    ['a vote without a note', { reader: voted, vote: noteless }, false],
    ['a note of another round', { reader: voted, vote: sampleVote({ roundId: 2 }) }, false],
    ['another note after the own edit hour', { reader: lapsed }, false],
    ['another note again', { reader: { votedAt: NOW, isLocked: true } }, false],
  ] as const)('reading %s locks and asks where it must', async (_, more, locking) => {
    const { service, locks, views } = setUp({
      ...more,
      accountStore: accountOf(1),
    })
    expect(await errorCode(service.get(other, 11, true))).toBe(locking ? 'READING_LOCKS' : 'ok')
    expect(locks).toEqual([])
    expect(views).toHaveLength(locking ? 0 : 1)
    expect(await service.get(other, 11)).not.toHaveProperty('directionLocked')
    expect(locks).toEqual(locking ? [[8, 3, NOW]] : [])
  })

  test('shows authors whether their direction is locked', async () => {
    for (const isLocked of [true, false]) {
      const { service, locks } = setUp({ reader: { votedAt: NOW, isLocked } })
      expect(await service.get(user, 11, true)).toMatchObject({ directionLocked: isLocked })
      expect(locks).toEqual([])
    }
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
    const unsettled = setUp({
      vote: sampleVote({ ledger, round: { ...open, ...prices, pendingOutcome: 'up' } }),
    })
    expect(await unsettled.service.get(user, 11)).toMatchObject({
      points: null,
      settlement: null,
      result: 'wait',
    })
    const settled = setUp({
      vote: sampleVote({ ledger, round: { ...open, ...prices, outcome: 'up', settledAt } }),
    })
    expect(await settled.service.get(user, 11)).toMatchObject({
      points: 226,
      result: 'HIT',
      settlement: { price: '70000', exchange: 'binance' },
    })
  })
})

test('leaves a hidden note out for readers, without locking their direction', async () => {
  const vote = sampleVote({ noteHiddenAt: new Date(NOW) })
  const reader = { votedAt: NOW, isLocked: false }
  const get = (level: number) =>
    setUp({
      vote,
      reader,
      accountStore: accountOf(level),
    }).service.get(other, 11, true)
  expect(await get(0)).toMatchObject({ title: '', content: '', hidden: true })
  expect(await errorCode(get(1))).toBe('READING_LOCKS')
})

test('refuses a note of a muted user, but not a vote without one', async () => {
  const mutes = {
    check: async () => {
      throw new ApiError('MUTED')
    },
  }
  const { service, inserted } = setUp({ mutes })
  const vote = (content: string) => errorCode(service.create(user, { ...input, content }))
  expect(await vote('<p>Words</p>')).toBe('MUTED')
  expect(await vote('')).toBe('ok')
  expect(inserted).toHaveLength(1)
})
