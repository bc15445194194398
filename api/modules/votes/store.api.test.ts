import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { verifyCounters } from '#api/commands/backup/verify-counters.ts'
import type { Database } from '#api/infrastructure/database/database.ts'
import { column, statement } from '#api/infrastructure/database/sql.ts'
import { createRoundStore } from '#api/modules/rounds/store.ts'
import { fakeMarket, type RoundFixture, roundFixture } from '#tests/support/round-fixture.ts'
import { openSharedDatabase, type SharedDatabase } from '#tests/support/shared-database.ts'
import { SALT } from '#tests/support/test-signer.ts'
import type { LockedVote } from './direction-store.ts'
import { createVoteStore, type NewVote } from './store.ts'

const NOW = Date.parse('2026-11-19T12:00:00Z')

let shared: SharedDatabase
let database: Database
let fixture: RoundFixture
let roundId = 0
/** The insert functions of two instances. */
let inserts: ReturnType<typeof createVoteStore>['insert'][]
/** Texts of the executed statements. */
let sent: string[] = []

beforeAll(async () => {
  shared = await openSharedDatabase(2)
  const [first] = shared.holders
  if (!first) throw new Error('the database is not open')
  database = first
  fixture = roundFixture(database, fakeMarket(NOW))
  await fixture.sweep(NOW)
  const [round] = await database.query(
    statement('SELECT id FROM round ORDER BY target_date DESC LIMIT 1', { id: column.int }),
  )
  roundId = round?.id ?? 0
  inserts = shared.holders.map(
    (holder) =>
      createVoteStore({
        ...holder,
        query: (sql, values) => {
          sent.push(sql.text)
          return holder.query(sql, values)
        },
      }).insert,
  )
})
afterAll(() => shared.close())

const users = (count: number) => Promise.all(Array.from({ length: count }, () => fixture.user()))

const voteOf = (userId: number, more: Partial<NewVote> = {}): NewVote => ({
  roundId,
  userId,
  choice: 'up',
  offer: { hit: 200 + userId, miss: -userId },
  offerVersion: 2,
  entryPrice: '60000.10',
  title: '',
  content: '',
  now: NOW + userId,
  salt: SALT,
  ...more,
})

const insert = (process: number, vote: NewVote) =>
  inserts[process]?.(vote) ?? Promise.reject(new Error('unknown instance'))

const rowOf = async (id: number) => {
  const [row] = await database.query(
    statement(
      `SELECT user_id, round_id, choice, offer_hit, offer_miss, offer_version, title, content,
       has_content, created, entry_price,
       encode(salt, 'hex') AS salt FROM vote WHERE id = $1`,
    ),
    [id],
  )
  return row
}

const TEXTS = ['', '<p>"quoted", back\\slash, {brace}, NULL, \'single\'</p>', '<p>한글 🌊</p>']

describe('concurrently inserted votes', () => {
  test('share few statements, and each insert returns its author', async () => {
    sent = []
    const people = await users(60)
    const votes = people.map((userId, index) =>
      voteOf(userId, {
        choice: (['up', 'steady', 'down', 'unknown'] as const)[index % 4] ?? 'up',
        content: TEXTS[index % 3] ?? '',
        title: TEXTS[index % 3] ?? '',
      }),
    )
    const done = await Promise.all(votes.map((vote) => insert(0, vote)))
    expect(sent.length).toBeLessThan(6)
    for (const [index, vote] of votes.entries()) {
      const made = done[index]
      expect(made?.author).toMatchObject({ id: vote.userId, lastVoteTime: vote.now, points: 0 })
      expect(await rowOf(made?.id ?? 0)).toEqual({
        user_id: vote.userId,
        round_id: roundId,
        choice: vote.choice,
        offer_hit: vote.offer.hit,
        offer_miss: vote.offer.miss,
        offer_version: 2,
        title: vote.title,
        content: vote.content,
        has_content: vote.content !== '',
        created: new Date(vote.now),
        entry_price: '60000.10',
        salt: SALT,
      })
    }
    expect(await verifyCounters(database)).toEqual([])
  })

  test('of the same users in two instances count once, without a deadlock', async () => {
    const people = await users(120)
    const votes = people.map((userId) => voteOf(userId))
    const [one, other] = await Promise.all([
      Promise.all(votes.map((vote) => insert(0, vote))),
      Promise.all(votes.toReversed().map((vote) => insert(1, vote))),
    ])
    const counted = people.map(
      (_, index) => [one?.[index], other?.toReversed()[index]].filter((made) => made).length,
    )
    expect(counted).toEqual(people.map(() => 1))
    expect(await verifyCounters(database)).toEqual([])
  })

  test('are inserted even if one of them fails', async () => {
    const people = await users(20)
    const votes = people.map((userId) => voteOf(userId))
    votes.splice(10, 0, voteOf(2_000_000_000))
    // A lone surrogate is invalid JSON for PostgreSQL; as text it becomes U+FFFD.
    votes.push(voteOf(await fixture.user(), { title: 'half \ud83c' }))
    const done = await Promise.allSettled(votes.map((vote) => insert(0, vote)))
    const failed = done.flatMap(({ status }, index) => (status === 'rejected' ? [index] : []))
    expect(failed).toEqual([10])
    const last = done.at(-1)
    const id = last && 'value' in last ? (last.value?.id ?? 0) : 0
    expect(await rowOf(id)).toMatchObject({ title: 'half \ufffd' })
    expect(await verifyCounters(database)).toEqual([])
  })

  test('of one user result in a single row', async () => {
    const userId = await fixture.user()
    const choices = ['up', 'down', 'steady', 'unknown'] as const
    const done = await Promise.all(choices.map((choice) => insert(0, voteOf(userId, { choice }))))
    const made = done.filter((one) => one !== null)
    expect(made).toHaveLength(1)
    expect(await rowOf(made[0]?.id ?? 0)).toMatchObject({
      choice: choices[done.indexOf(made[0] ?? null)],
    })
  })
})

describe('an edit', () => {
  const text = { title: 'two', content: '<p>two</p>', salt: SALT, now: NOW + 60_000 }
  const store = (process: number) => {
    const holder = shared.holders[process]
    if (!holder) throw new Error('unknown instance')
    return createVoteStore(holder)
  }

  test('stores nothing when its pricing throws', async () => {
    const userId = await fixture.user()
    const id = (await insert(0, voteOf(userId)))?.id ?? 0
    const before = await rowOf(id)
    const refused = store(0).edit({ id, userId, ...text }, () => {
      throw new Error('refused')
    })
    expect(refused).rejects.toThrow('refused')
    await refused.catch(() => {})
    expect(await rowOf(id)).toEqual(before)
  })

  test('sees what a concurrent edit in another instance has stored', async () => {
    const userId = await fixture.user()
    const id = (await insert(0, voteOf(userId)))?.id ?? 0
    await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        store(index % 2).edit({ id, userId, ...text }, (vote) => ({
          ...vote,
          carried: vote.carried + 1,
        })),
      ),
    )
    expect(await database.prisma.vote.findUnique({ where: { id } })).toMatchObject({ carried: 20 })
  })

  test('cannot change a vote behind the settlement of its round', async () => {
    const people = await users(30)
    const votes = await Promise.all(people.map((userId) => insert(0, voteOf(userId))))
    const rounds = createRoundStore(database)
    const flip = (vote: LockedVote) => {
      if (vote.isSettling) throw new Error('settling')
      return { ...vote, choice: 'down' as const, carried: 7 }
    }
    const edit = (index: number) => {
      const [vote, userId] = [votes[index], people[index]]
      if (!vote || userId === undefined) throw new Error('there is no vote')
      return store(1).edit({ id: vote.id, userId, ...text }, flip)
    }
    const edits = people.map((_, index) => edit(index))
    const settling = rounds.settle({ roundId, outcome: 'up', evidence: null, at: NOW })
    const done = await Promise.allSettled([settling, ...edits])
    expect(done[0]).toEqual({ status: 'fulfilled', value: true })
    await expect(edit(0)).rejects.toThrow('settling')
    expect(await verifyCounters(database)).toEqual([])
  })
})
