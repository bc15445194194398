import { describe, expect, test } from 'bun:test'
import { testClock } from '#tests/support/test-clock.ts'
import { createSpacedRefetch } from './spaced-refetch.ts'

/** A reader of a server that answers after `latency` ms; `random` spreads its fetches. */
function reader(latency: number, random: () => number, requests?: () => number) {
  const clock = testClock(0)
  const starts: number[] = []
  const fetch = () => {
    starts.push(clock.now())
    return new Promise<void>((resolve) => clock.after(latency, resolve))
  }
  const { now, after } = clock
  const deps = { fetch, now, after, random, ...(requests && { requests }) }
  return { clock, starts, refetch: createSpacedRefetch(deps) }
}

/** Lets awaited promises continue. */
const settle = async () => {
  for (let turn = 0; turn < 5; turn++) await Promise.resolve()
}

async function advance(clock: ReturnType<typeof testClock>, ms: number) {
  for (let step = 0; step < ms; step++) {
    clock.advance(1)
    await settle()
  }
}

describe('a reader of changes', () => {
  test('fetches within 0.3 s of a single one', async () => {
    for (const random of [0, 0.5, 0.999]) {
      const { clock, starts, refetch } = reader(20, () => random)
      await advance(clock, 1_000)
      refetch.request()
      await advance(clock, 1_000)
      expect(starts).toHaveLength(1)
      expect(starts[0]).toBeLessThanOrEqual(1_300)
    }
  })

  test('of a burst fetches at most every 0.4 s, and after the last change', async () => {
    let state = 7
    const random = () => {
      state = (state * 16_807) % 2_147_483_647
      return state / 2_147_483_647
    }
    const { clock, starts, refetch } = reader(20, random)
    let changedAt = 0
    for (let change = 0; change < 40; change++) {
      changedAt = clock.now()
      refetch.request()
      await advance(clock, Math.floor(random() * 200))
    }
    await advance(clock, 1_000)
    const gaps = starts.slice(1).map((start, index) => start - (starts[index] ?? 0))
    expect(Math.round(Math.min(...gaps))).toBeGreaterThanOrEqual(400)
    expect(starts.at(-1)).toBeGreaterThanOrEqual(changedAt)
    expect((starts.at(-1) ?? 0) - changedAt).toBeLessThanOrEqual(400)
  })

  test('with ten pages makes no more requests than one with a single page', async () => {
    const { clock, starts, refetch } = reader(
      300,
      () => 0,
      () => 10,
    )
    for (let change = 0; change < 40; change++) {
      refetch.request()
      await advance(clock, 250)
    }
    // Ten requests every four seconds.
    expect(starts).toHaveLength(3)
  })

  test('of a slow server waits for its answer', async () => {
    const { clock, starts, refetch } = reader(3_000, () => 0)
    refetch.request()
    await advance(clock, 1)
    for (let change = 0; change < 10; change++) {
      refetch.request()
      await advance(clock, 200)
    }
    expect(starts).toHaveLength(1)
    await advance(clock, 2_000)
    expect(starts).toHaveLength(2)
    await advance(clock, 10_000)
    expect(starts).toHaveLength(2)
  })

  test('fetches no more once it is gone', async () => {
    const { clock, starts, refetch } = reader(20, () => 0.5)
    refetch.request()
    refetch.cancel()
    await advance(clock, 1_000)
    expect(starts).toEqual([])
  })
})
