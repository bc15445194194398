import { beforeEach, describe, expect, test } from 'bun:test'
import { createLog } from '#api/infrastructure/log.ts'
import { type TestClock, testClock } from '#tests/support/test-clock.ts'
import { createReads } from './replica.ts'
import { createReplicaWatch, FRESH_MS, type ReplicaWatch } from './replica-watch.ts'
import type { Sql } from './sql.ts'

/** A side that answers what `say` says, or fails with what it throws. */
const side = (say: () => unknown): Sql => ({
  query: async <Row>() => {
    const rows: Row[] = JSON.parse(JSON.stringify([await say()]))
    return rows
  },
  script: async () => {},
})

let clock: TestClock
let watch: ReplicaWatch
/** Where the primary's log ends. */
let written: number
let isPrimaryAway: boolean
/** What the replica says of itself. */
let replayed: { identity: string; follows: boolean; lsn: string | null }
let failure: Error | null
let onReplica: (() => Promise<void>) | null

const primary = side(() => {
  if (isPrimaryAway) throw new Error('the primary is away')
  return { lsn: `${written}` }
})
const replica = side(async () => {
  const seen = { ...replayed }
  await onReplica?.()
  if (failure) throw failure
  return seen
})

beforeEach(() => {
  clock = testClock('2026-11-21T00:00:00Z')
  written = 1000
  isPrimaryAway = false
  replayed = { identity: 'it', follows: true, lsn: '1000' }
  failure = null
  onReplica = null
  watch = createReplicaWatch({ primary, replica, identity: 'it', clock, log: createLog('silent') })
})

/** Lets a second pass in which `bytes` are written, then looks. */
const second = (bytes = 100) => {
  clock.advance(1000)
  written += bytes
  return watch.look()
}

describe('a replica is used', () => {
  test('once it has replayed what the primary had written', async () => {
    expect(watch.isUsable()).toBe(false)
    expect(watch.lagMs()).toBeNull()
    replayed.lsn = '999'
    await watch.look()
    expect(watch.isUsable()).toBe(false)
    replayed.lsn = '1000'
    await watch.look()
    expect(watch.isUsable()).toBe(true)
    expect(watch.lagMs()).toBe(0)
  })

  test('while nothing is written, for then it lacks nothing', async () => {
    for (let look = 0; look < 20; look++) await second(0)
    expect(watch.lagMs()).toBe(0)
  })

  test('until it is five seconds behind, by what was written when', async () => {
    await watch.look()
    for (let behind = 1; behind <= 5; behind++) {
      await second()
      expect([watch.lagMs(), watch.isUsable()]).toEqual([behind * 1000, true])
    }
    clock.advance(1)
    expect(watch.isUsable()).toBe(false)
    await second()
    expect(watch.isUsable()).toBe(false)
    replayed.lsn = `${written - 100}`
    await watch.look()
    expect(watch.isUsable()).toBe(true)
  })

  test('no longer than that when nobody looks, or the primary cannot be asked', async () => {
    await watch.look()
    isPrimaryAway = true
    await second()
    expect(watch.isUsable()).toBe(true)
    clock.advance(FRESH_MS - 1000)
    expect(watch.isUsable()).toBe(true)
    clock.advance(1)
    expect(watch.isUsable()).toBe(false)
    await watch.look()
    expect(watch.isUsable()).toBe(false)
  })

  test('not while a clock that was set back makes everything seem new', async () => {
    await watch.look()
    clock.jump('2026-11-20T00:00:00Z')
    expect(watch.isUsable()).toBe(false)
    await second()
    expect(watch.isUsable()).toBe(false)
    replayed.lsn = `${written}`
    await second(0)
    expect(watch.isUsable()).toBe(true)
  })

  test('not with less than it had before, as after a crash', async () => {
    await watch.look()
    replayed.lsn = '500'
    await watch.look()
    expect(watch.isUsable()).toBe(false)
  })
})

describe('a replica is set aside', () => {
  beforeEach(async () => {
    await watch.look()
    expect(watch.isUsable()).toBe(true)
  })

  test.each([
    ['is another database', () => Object.assign(replayed, { identity: 'another' })],
    ['was promoted', () => Object.assign(replayed, { follows: false })],
    [
      'does not answer',
      () => {
        failure = new Error('gone')
      },
    ],
  ])('when it %s, until it is well again', async (_, happen) => {
    const before = { ...replayed }
    happen()
    await watch.look()
    expect([watch.isUsable(), watch.lagMs()]).toEqual([false, null])
    failure = null
    replayed = before
    await watch.look()
    expect(watch.isUsable()).toBe(true)
  })

  test('by a failure, until a look that began after it', async () => {
    watch.setAside(new Error('a query failed'))
    expect(watch.isUsable()).toBe(false)
    onReplica = async () => watch.setAside(new Error('another one failed during the look'))
    await watch.look()
    expect(watch.isUsable()).toBe(false)
    onReplica = null
    await watch.look()
    expect(watch.isUsable()).toBe(true)
  })

  test('and looks never overlap', async () => {
    let looks = 0
    const gate = Promise.withResolvers<void>()
    onReplica = () => {
      looks += 1
      return gate.promise
    }
    const first = watch.look()
    await watch.look()
    gate.resolve()
    await first
    expect(looks).toBe(1)
  })
})

describe('what a guest reads', () => {
  const nameOf = (from: Sql) => (from === replica ? 'replica' : 'primary')

  test('comes from the primary, then from the replica', async () => {
    const reads = createReads(primary, replica, watch)
    expect(await reads.forGuest(async (from) => nameOf(from))).toBe('primary')
    await watch.look()
    expect(await reads.forGuest(async (from) => nameOf(from))).toBe('replica')
    expect(reads.counts()).toEqual({ replica: 1, primary: 1 })
  })

  test('and is not there yet is looked for on the primary', async () => {
    await watch.look()
    const reads = createReads(primary, replica, watch)
    const isFound = (name: string) => name === 'primary'
    expect(await reads.forGuest(async (from) => nameOf(from), isFound)).toBe('primary')
    expect(watch.isUsable()).toBe(true)
    expect(reads.counts()).toEqual({ replica: 0, primary: 1 })
  })

  test('and fails there is read on the primary, and so is the next', async () => {
    await watch.look()
    const reads = createReads(primary, replica, watch)
    const sides: string[] = []
    const read = async (from: Sql) => {
      sides.push(nameOf(from))
      if (from === replica) throw new Error('canceling statement due to conflict with recovery')
      return 'answer'
    }
    expect(await reads.forGuest(read)).toBe('answer')
    expect(await reads.forGuest(read)).toBe('answer')
    expect(sides).toEqual(['replica', 'primary', 'primary'])
  })

  test('and fails on both sides fails', async () => {
    await watch.look()
    const reads = createReads(primary, replica, watch)
    const read = () => Promise.reject(new Error('no such table'))
    await expect(reads.forGuest(read)).rejects.toThrow('no such table')
  })
})
