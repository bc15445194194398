import { expect, test } from 'bun:test'
import { errorCode, NOW, sampleAccount, sampleClaims } from '#tests/support/samples.ts'
import { testBus } from '#tests/support/test-bus.ts'
import { testClock } from '#tests/support/test-clock.ts'
import { createProfileService } from './service.ts'

const user = sampleClaims()

function setUp(account = sampleAccount({ points: 12, settledVotes: 3 })) {
  const renamed: unknown[] = []
  const events: unknown[] = []
  const bus = testBus()
  bus.on('nickname', (event) => events.push(event))
  const round = {
    targetDate: new Date(NOW),
    refPrice: '60000.00',
    outcome: 'up' as const,
    settledAt: new Date(NOW),
  }
  const vote = {
    id: 1,
    choice: 'up' as const,
    offerHit: 10,
    offerMiss: -5,
    offerVersion: 3,
    carried: 0,
    entryPrice: '60000.00',
    accepted: null,
    created: new Date(NOW),
  }
  const ledger = { points: 10, settledAt: new Date(NOW) }
  const service = createProfileService({
    store: {
      byId: async (id) => (id === account.id ? account : null),
      rank: async () => 4,
      rename: async (id, nickname) => void renamed.push([id, nickname]),
      removedNicknames: async () => ['Removed'],
    },
    ownVotes: {
      settledIn: async () => [],
      madeIn: async () => 0,
      weekRank: async () => null,
      newest: async () => [
        { ...vote, atMidnight: null, round, ledger },
        { ...vote, atMidnight: null, round: { ...round, outcome: null, settledAt: null }, ledger },
      ],
    },
    accounts: { accessToken: async () => 'token' },
    bus,
    clock: testClock(NOW),
  })
  return { service, renamed, events }
}

test('reads the profile from the database, not from the token', async () => {
  expect(await setUp().service.get(7)).toMatchObject({ points: 12, settledVotes: 3, rank: 4 })
})

test('rejects the token of a deleted account', async () => {
  const { service } = setUp()
  expect(await errorCode(service.get(8))).toBe('TOKEN_INVALID')
  expect(await errorCode(service.rename(sampleClaims({ id: 8 }), 'New'))).toBe('TOKEN_INVALID')
})

test('shows points of settled rounds only', async () => {
  const votes = await setUp().service.votes(7, 10)
  expect(votes.map(({ points, result }) => [points, result])).toEqual([
    [10, 'HIT'],
    [null, 'wait'],
  ])
})

test('renames, publishes and returns a new token', async () => {
  const { service, renamed, events } = setUp()
  expect(await service.rename(user, '  New   name ')).toBe('token')
  expect(renamed).toEqual([[7, 'New name']])
  expect(events).toEqual([{ userId: 7 }])
})

test.each([
  ['NICKNAME_EMPTY', ' '],
  ['NICKNAME_SAME', 'Mina'],
  ['NICKNAME_TOO_LONG', 'x'.repeat(21)],
] as const)('rejects with %s', async (code, nickname) => {
  const { service, renamed } = setUp()
  expect(await errorCode(service.rename(user, nickname))).toBe(code)
  expect(renamed).toEqual([])
})

test('refuses a nickname that a moderator removed, and any while the user is muted', async () => {
  const { service, renamed } = setUp()
  expect(await errorCode(service.rename(user, 'Removed'))).toBe('NICKNAME_REFUSED')
  const muted = setUp(sampleAccount({ mutedUntil: NOW + 1 })).service
  expect(await errorCode(muted.rename(user, 'Another'))).toBe('MUTED')
  expect((await muted.get(7)).mutedUntil).toBe(new Date(NOW + 1).toISOString())
  expect(renamed).toEqual([])
})
