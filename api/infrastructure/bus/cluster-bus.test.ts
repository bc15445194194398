import { beforeEach, describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { type BusRig, busRig, type Station, voteOf } from '#tests/support/bus-rig.ts'
import { type TestClock, testClock } from '#tests/support/test-clock.ts'

const START = '2026-11-21T02:30:00Z'

let clock: TestClock
let rig: BusRig
let here: Station
let there: Station

beforeEach(async () => {
  clock = testClock(START)
  rig = busRig(clock)
  here = await rig.join('here')
  there = await rig.join('there')
})

/** Publishes here and lets it be heard. */
async function vote(...numbers: number[]) {
  for (const number of numbers) here.bus.publish('vote', voteOf(number))
  await rig.settle()
}

/** Moves the clock in steps in which every process can speak. */
async function pass(milliseconds: number) {
  for (let left = milliseconds; left > 0; left -= 50) {
    clock.advance(Math.min(50, left))
    await rig.settle()
  }
}

describe('an event', () => {
  test('is told here at once and there without the clock moving, once each', async () => {
    here.bus.publish('vote', voteOf(1))
    expect(here.told).toEqual(['vote 1'])
    await rig.settle()
    expect(there.told).toEqual(['vote 1'])
    expect(here.told).toEqual(['vote 1'])
  })

  test('for others only is not told here', async () => {
    here.bus.tellOthers('vote', voteOf(1))
    await rig.settle()
    expect([here.told, there.told]).toEqual([[], ['vote 1']])
  })

  test('of one turn goes out with the others of that turn, a later one after ten milliseconds', async () => {
    there.wire.isHeld = true
    await vote(1, 2, 3)
    await vote(4)
    await vote(5)
    expect(there.wire.inbox).toHaveLength(1)
    clock.advance(10)
    await rig.settle()
    expect(there.wire.inbox).toHaveLength(2)
    for (const payload of there.wire.inbox) there.wire.hear(payload)
    expect(there.told).toEqual(['vote 1', 'vote 2', 'vote 3', 'vote 4', 'vote 5'])
  })

  test('is split from others where a message would be too long', async () => {
    there.wire.isHeld = true
    const numbers = Array.from({ length: 1_000 }, (_, index) => index)
    await vote(...numbers)
    expect(there.wire.inbox.length).toBeGreaterThan(1)
    for (const payload of there.wire.inbox) {
      expect(Buffer.byteLength(payload)).toBeLessThan(8_000)
      there.wire.hear(payload)
    }
    expect(there.told).toEqual(numbers.map((number) => `vote ${number}`))
  })

  test('too long by itself is missed, and what follows is heard', async () => {
    here.bus.publish('sessionRevoked', { sessionId: 'é'.repeat(4_000), at: 0 })
    await vote(1)
    await pass(10)
    await vote(2)
    expect(there.told).toEqual(['missed', 'vote 1', 'vote 2'])
  })
})

test('events that nobody takes are dropped in the end, and missed by the others', async () => {
  there.wire.isHeld = true
  let take = () => {}
  here.wire.send = () =>
    new Promise((resolve) => {
      take = resolve
    })
  await vote(0)
  await vote(...Array.from({ length: 6_000 }, (_, index) => index))
  expect(here.bus.stats().failures).toBeGreaterThan(0)
  const before = here.bus.stats().sent
  take()
  await rig.settle()
  expect(here.bus.stats().sent).toBe(before + 1)
})

describe('while all is well nothing is missed', () => {
  test('for a minute of silence', async () => {
    await pass(60_000)
    expect([...here.told, ...there.told]).toEqual([])
  })

  test('when a process ends as it should', async () => {
    await vote(1)
    await here.bus.stop()
    await pass(60_000)
    expect(there.told).toEqual(['vote 1'])
    expect(there.bus.stats()).toMatchObject({ others: 0, gaps: 0, missed: 0 })
  })

  test('and what waits at the end still goes out', async () => {
    await vote(1)
    here.bus.publish('vote', voteOf(2))
    await here.bus.stop()
    await rig.settle()
    expect(there.told).toEqual(['vote 1', 'vote 2'])
  })
})

describe('what may be lost is missed', () => {
  test('when a message is lost, with the next one or with the next beat', async () => {
    there.wire.isHeld = true
    await vote(1)
    there.wire.inbox = []
    there.wire.isHeld = false
    await pass(250)
    expect(there.told).toEqual(['missed'])
    await vote(2)
    expect(there.told).toEqual(['missed', 'vote 2'])
    expect(there.bus.stats().gaps).toBe(1)
  })

  test('while this process is cut off, every second, and when it is back', async () => {
    there.wire.cut()
    await pass(3_000)
    expect(there.told.length).toBeGreaterThanOrEqual(2)
    expect(there.told.length).toBeLessThanOrEqual(4)
    const before = there.told.length
    there.wire.mend()
    expect(there.told).toHaveLength(before + 1)
    await pass(3_000)
    expect(there.told).toHaveLength(before + 1)
  })

  test('there, when this process was cut off and published, as soon as it is back', async () => {
    await pass(500)
    here.wire.cut()
    await vote(1)
    await vote(2)
    expect(here.told).toEqual(['vote 1', 'vote 2'])
    here.wire.mend()
    await rig.settle()
    expect(there.told).toEqual(['missed'])
    await vote(3)
    expect(there.told).toEqual(['missed', 'vote 3'])
  })

  test('there within a second, every second, while this process says nothing', async () => {
    await pass(500)
    here.wire.cut()
    await pass(1_000)
    expect(there.told).toEqual(['missed'])
    await pass(10_000)
    expect(there.told.length).toBeGreaterThanOrEqual(9)
  })

  test('until a silent process counts as dead', async () => {
    await pass(500)
    here.wire.cut()
    await pass(601_000)
    const before = there.told.length
    await pass(10_000)
    expect(there.told).toHaveLength(before)
    expect(there.bus.stats().others).toBe(0)
  })

  test('when a connection looks open and nothing is heard on it, which is then given up', async () => {
    there.wire.isHeld = true
    await pass(1_000)
    expect(there.told).toEqual(['missed'])
    await pass(5_000)
    expect(there.wire.renewals).toBeGreaterThan(0)
  })

  test('of one that counted before it was first heard', async () => {
    await vote(1)
    const late = await rig.join('late')
    await pass(250)
    expect(late.told).toEqual(['missed'])
    await vote(2)
    expect(late.told).toEqual(['missed', 'vote 2'])
  })

  test('when an event is not understood', () => {
    const hear = (...events: unknown[]) =>
      there.wire.hear(JSON.stringify({ from: 'newer', seq: hear.seq++, at: 0, events }))
    hear.seq = 1
    hear(['vote', voteOf(1)], ['unheard-of', {}], ['vote', { voteId: 'x' }], ['toString', {}])
    hear(['vote', { ...voteOf(2), more: true }])
    expect(there.told).toEqual(['vote 1', 'missed', 'missed', 'missed', 'vote 2'])
  })
})

test.each(['', 'x', '{}', '[]', 'null', '{"from":"x","seq":-1,"at":0,"events":[]}', '\u0000'])(
  'a payload that is none (%j) is counted and does nothing',
  (payload) => {
    const before = there.bus.stats().failures
    there.wire.hear(payload)
    expect(there.told).toEqual([])
    expect(there.bus.stats().failures).toBe(before + 1)
  },
)

test('a start on a channel that delivers nothing is refused', async () => {
  const joining = rig.join('deaf', true)
  await rig.settle()
  clock.advance(5_000)
  await expect(joining).rejects.toThrow('it takes messages and does not deliver them')
})

/** What the channel does to the messages on their way to `there`. */
const deed = fc.oneof(
  { weight: 3, arbitrary: fc.constant('publish' as const) },
  { weight: 2, arbitrary: fc.constant('pause' as const) },
  fc.record({ do: fc.constantFrom('deliver', 'repeat', 'lose'), which: fc.nat(20) }),
  fc.constantFrom('cut here' as const, 'mend here' as const),
)

test('property: whatever is lost, repeated or disordered, each event is heard or missed after it', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(deed, { maxLength: 40 }), async (deeds) => {
      clock = testClock(START)
      rig = busRig(clock)
      here = await rig.join('here')
      there = await rig.join('there')
      there.wire.isHeld = true
      const publishedAt: number[] = []
      let isCut = false
      for (const what of deeds) {
        if (what === 'publish') {
          publishedAt.push(there.told.length)
          here.bus.publish('vote', voteOf(publishedAt.length - 1))
        } else if (what === 'pause') clock.advance(10)
        else if (what === 'cut here') {
          if (!isCut) here.wire.cut()
          isCut = true
        } else if (what === 'mend here') {
          if (isCut) here.wire.mend()
          isCut = false
        } else {
          const index = what.which % Math.max(1, there.wire.inbox.length)
          const payload = there.wire.inbox[index]
          if (payload !== undefined && what.do !== 'lose') there.wire.hear(payload)
          if (what.do !== 'repeat') there.wire.inbox.splice(index, 1)
        }
        await rig.settle()
      }
      if (isCut) here.wire.mend()
      clock.advance(10)
      await rig.settle()
      for (const payload of there.wire.inbox) there.wire.hear(payload)
      there.wire.isHeld = false
      clock.advance(250)
      await rig.settle()
      for (const [number, from] of publishedAt.entries()) {
        const after = there.told.slice(from)
        expect(after.includes('missed') || after.includes(`vote ${number}`)).toBe(true)
      }
    }),
    { numRuns: 300 },
  )
})
