import { beforeEach, describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import {
  type MemoryLeaseStore,
  memoryLeaseStore,
  type Way,
} from '#tests/support/memory-lease-store.ts'
import { type PausableClock, pausableClock } from '#tests/support/pausable-clock.ts'
import { type TestClock, testClock } from '#tests/support/test-clock.ts'
import { createLease } from './create-lease.ts'
import type { Lease } from './lease.ts'

const FINE: Way = { there: 0, back: 0, fate: 'fine' }

/** One process: its clock, its way to the store and what it was told. */
interface Process {
  lease: Lease
  clock: PausableClock
  way: Way
  heard: boolean[]
  logged: string[]
}

let time: TestClock
let store: MemoryLeaseStore
let a: Process
let b: Process

function newProcess(holder: string, next?: () => Way): Process {
  const clock = pausableClock(time)
  const heard: boolean[] = []
  const logged: string[] = []
  const keep = (_: object, message: string) => logged.push(message)
  const way = store.by(next ?? (() => process.way))
  const log = { info: keep, warn: keep }
  const lease = createLease({ store: way, clock, holder, log })
  lease.onChange((isHeld) => heard.push(isHeld))
  const process: Process = { lease, clock, way: FINE, heard, logged }
  return process
}

/** Lets the processes work for so long, 100 ms at a time. */
async function pass(milliseconds: number, look = () => {}) {
  for (let left = milliseconds; left > 0; left -= 100) {
    time.advance(Math.min(100, left))
    await new Promise((resolve) => setImmediate(resolve))
    look()
  }
}

/** How long until the condition holds (ms), at most half a minute. */
async function timeUntil(condition: () => boolean): Promise<number> {
  const begin = time.now()
  while (!condition() && time.now() - begin < 30_000) await pass(100)
  return time.now() - begin
}

const start = async (process: Process) => {
  void process.lease.start()
  await pass(100)
}

beforeEach(() => {
  time = testClock('2026-11-21T02:30:00Z')
  store = memoryLeaseStore(time)
  a = newProcess('a')
  b = newProcess('b')
})

describe('the lease', () => {
  test('is had by the first who asks, for as long as it goes on asking', async () => {
    await start(a)
    await start(b)
    expect([a.lease.isHeld(), b.lease.isHeld()]).toEqual([true, false])
    await pass(60_000, () => expect([a.lease.isHeld(), b.lease.isHeld()]).toEqual([true, false]))
    expect([a.heard, b.heard]).toEqual([[true], []])
    expect(a.logged).toEqual(['the lease is taken'])
    expect(a.lease.stats()).toEqual({ isHeld: true, term: 1, failures: 0 })
  })

  test('passes on within two seconds of a clean stop', async () => {
    await start(a)
    await start(b)
    const stopped = a.lease.stop()
    expect([a.lease.isHeld(), a.heard]).toEqual([false, [true, false]])
    expect(await timeUntil(b.lease.isHeld)).toBeLessThanOrEqual(2000)
    await stopped
    expect(b.lease.stats().term).toBe(2)
    await pass(10_000)
    expect(a.lease.isHeld()).toBe(false)
  })

  test('passes on when its holder has died, and not before it has run out', async () => {
    await start(a)
    await start(b)
    a.clock.pause()
    const took = await timeUntil(b.lease.isHeld)
    expect(took).toBeGreaterThan(4000)
    expect(took).toBeLessThanOrEqual(8000)
    expect(b.lease.stats().term).toBe(2)
    // The dead one was only asleep: it finds the lease gone before it does anything.
    a.clock.resume()
    expect([a.lease.isHeld(), a.heard]).toEqual([false, [true, false]])
    await pass(20_000)
    expect([a.lease.isHeld(), b.lease.isHeld()]).toEqual([false, true])
  })

  test('is let go by a holder whose asks hang, before another can have it; it may come back', async () => {
    await start(a)
    a.way = { ...FINE, fate: 'lost' }
    const took = await timeUntil(() => !a.lease.isHeld())
    expect(took).toBeLessThanOrEqual(5000)
    expect(a.heard).toEqual([true, false])
    expect(a.lease.stats().failures).toBeGreaterThanOrEqual(1)
    await start(b)
    // Asks of which a hears nothing still take effect, but not so often that b never has its turn.
    expect(await timeUntil(b.lease.isHeld)).toBeLessThanOrEqual(8000)
    a.way = FINE
    void b.lease.stop()
    expect(await timeUntil(a.lease.isHeld)).toBeLessThanOrEqual(8000)
    expect(a.lease.stats().term).toBe(3)
  })

  test('outlasts one ask that fails', async () => {
    await start(a)
    for (const fate of ['refused', 'lost'] as const) {
      a.way = { ...FINE, fate }
      await pass(2000)
      a.way = FINE
      await pass(4000, () => expect(a.lease.isHeld()).toBe(true))
    }
    expect(a.lease.stats().failures).toBe(2)
    expect(a.heard).toEqual([true])
  })

  test('is kept at a database that takes three seconds for an answer, and not at one that takes six', async () => {
    a.way = { there: 1500, back: 1500, fate: 'fine' }
    void a.lease.start()
    expect(await timeUntil(a.lease.isHeld)).toBeLessThanOrEqual(3100)
    await pass(20_000, () => expect(a.lease.isHeld()).toBe(true))
    a.way = { there: 3000, back: 3000, fate: 'fine' }
    await pass(10_000)
    await pass(20_000, () => expect(a.lease.isHeld()).toBe(false))
  })

  test.each([60_000, -60_000])(
    'is not trusted after the clock was set by %p ms, until asked',
    async (by) => {
      await start(a)
      a.clock.step(by)
      expect(a.lease.isHeld()).toBe(false)
      expect(await timeUntil(a.lease.isHeld)).toBeLessThanOrEqual(2000)
      expect(a.heard).toEqual([true, false, true])
    },
  )

  test('is given back by a stop in the middle of an ask', async () => {
    a.way = { there: 500, back: 500, fate: 'fine' }
    void a.lease.start()
    const stopped = a.lease.stop()
    await pass(2000)
    await stopped
    expect([a.lease.isHeld(), a.heard]).toEqual([false, []])
    await start(b)
    expect(b.lease.isHeld()).toBe(true)
  })

  test('is stopped within two seconds when the database hangs', async () => {
    await start(a)
    a.way = { ...FINE, fate: 'lost' }
    let isStopped = false
    void a.lease.stop().then(() => {
      isStopped = true
    })
    expect(await timeUntil(() => isStopped)).toBeLessThanOrEqual(2100)
  })

  test('survives a listener that throws', async () => {
    a.lease.onChange(() => {
      throw new Error('no')
    })
    await start(a)
    await pass(10_000)
    expect([a.lease.isHeld(), a.heard]).toEqual([true, [true]])
    expect(a.logged).toContain('a listener of the lease failed')
  })
})

describe('whatever happens to two processes', () => {
  const delay = (max: number) => fc.integer({ min: 0, max })
  const quick = delay(100)
  const wayOf = (max: number): fc.Arbitrary<Way> =>
    fc.record({
      there: fc.oneof(quick, delay(max)),
      back: fc.oneof(quick, delay(max)),
      fate: fc.constantFrom('fine', 'fine', 'fine', 'lost', 'refused'),
    })
  const who = fc.constantFrom<'a' | 'b'>('a', 'b')
  const event = fc.record({
    who,
    kind: fc.constantFrom('step', 'pause', 'resume', 'cut', 'mend'),
    /** For a clock that is set (ms). */
    by: fc.integer({ min: -9000, max: 9000 }),
    /** How long until the next event (ms). */
    lull: delay(8000),
  })
  type Event = typeof event extends fc.Arbitrary<infer Each> ? Each : never
  const schedule = (slowest: number) =>
    fc.record({
      ways: fc.array(wayOf(slowest), { minLength: 1, maxLength: 12 }),
      events: fc.array(event, { maxLength: 14, size: 'max' }),
      /** How much later the second one starts. */
      later: delay(2000),
      survivor: who,
    })

  /** Two processes that start together and live through a schedule. */
  async function live({ ways, events, later }: { ways: Way[]; events: Event[]; later: number }) {
    time = testClock('2026-11-21T02:30:00Z')
    store = memoryLeaseStore(time)
    let asked = 0
    let isCalm = false
    const cut = new Set<string>()
    const next = (name: string) => (): Way => {
      if (isCalm) return FINE
      const way = ways[asked++ % ways.length] ?? FINE
      return cut.has(name) ? { ...way, fate: 'refused' } : way
    }
    const both = { a: newProcess('a', next('a')), b: newProcess('b', next('b')) }
    const awake = () => Object.values(both).filter(({ clock }) => !clock.isPaused())
    const holders = () => awake().filter(({ lease }) => lease.isHeld())
    const told = () => awake().filter(({ heard }) => heard.at(-1) === true)
    const look = () => {
      expect(holders().length).toBeLessThan(2)
      expect(told().length).toBeLessThan(2)
    }
    void both.a.lease.start()
    await pass(later, look)
    void both.b.lease.start()
    for (const each of events) {
      const { clock } = both[each.who]
      if (each.kind === 'step') clock.step(each.by)
      else if (each.kind === 'pause') clock.pause()
      else if (each.kind === 'resume') clock.resume()
      else if (each.kind === 'cut') cut.add(each.who)
      else cut.delete(each.who)
      look()
      await pass(each.lull, look)
    }
    const calm = () => {
      isCalm = true
    }
    return { both, look, calm }
  }

  test('they never both have it', async () => {
    await fc.assert(
      fc.asyncProperty(schedule(3500), async (plan) => {
        const { both, look } = await live(plan)
        both.a.clock.resume()
        both.b.clock.resume()
        look()
        await pass(8000, look)
      }),
      { numRuns: 400 },
    )
  }, 60_000)

  test('one has it again within ten seconds of the death of the other', async () => {
    await fc.assert(
      fc.asyncProperty(schedule(400), async (plan) => {
        const { both, calm } = await live(plan)
        const survivor = both[plan.survivor]
        both[plan.survivor === 'a' ? 'b' : 'a'].clock.pause()
        survivor.clock.resume()
        calm()
        expect(await timeUntil(survivor.lease.isHeld)).toBeLessThanOrEqual(10_000)
      }),
      { numRuns: 400 },
    )
  }, 60_000)
})
