import { beforeEach, describe, expect, test } from 'bun:test'
import { joinedBuses } from '#tests/support/joined-buses.ts'
import { type TestClock, testClock } from '#tests/support/test-clock.ts'
import { createLimits, type LimitedAction, type Limits } from './limits.ts'
import { createSpending } from './spending.ts'

let clock: TestClock
/** Three processes that hear each other. */
let processes: Limits[]

beforeEach(() => {
  clock = testClock(0)
  processes = joinedBuses(3).map((bus) => createLimits(1, createSpending(bus, clock)))
})

/** How many of `count` requests are let through, each by the next process, `pauseMs` apart. */
async function allowed(count: number, action: LimitedAction, pauseMs: number, userId = 1) {
  let passed = 0
  for (let n = 0; n < count; n++) {
    const limits = processes[n % processes.length]
    await limits?.take(action, { address: '192.0.2.1', userId }).then(
      () => {
        passed += 1
      },
      () => {},
    )
    clock.advance(pauseMs)
  }
  return passed
}

describe('who asks several processes in turn', () => {
  test.each<[LimitedAction, number]>([
    ['post', 5],
    ['vote', 10],
    ['login', 20],
    ['events', 60],
  ])('meets the limit of %s as one process has it: %d', async (action, limit) => {
    expect(await allowed(3 * limit, action, 50)).toBe(limit)
  })

  test.each<[LimitedAction, number]>([
    ['refresh', 120],
    ['read', 1200],
  ])('may get four hundredths further where %s is told in steps: %d', async (action, limit) => {
    const passed = await allowed(3 * limit, action, 50)
    expect(passed).toBeGreaterThanOrEqual(limit)
    expect(passed).toBeLessThanOrEqual(limit * 1.04)
  })

  test('within one delay of the bus gets at most as much from each as from one alone', async () => {
    const passed = await allowed(60, 'post', 0)
    expect(passed).toBeGreaterThanOrEqual(5)
    expect(passed).toBeLessThanOrEqual(15)
    clock.advance(50)
    expect(await allowed(6, 'post', 0)).toBe(0)
  })

  test('is refused everywhere once one process has refused, and told when to come back', async () => {
    const [one, other] = processes
    const who = { address: '192.0.2.1', userId: 1 }
    for (let n = 0; n < 5; n++) {
      await one?.take('post', who)
      clock.advance(50)
    }
    const refusal = await other?.take('post', who).catch((error) => error)
    expect(refusal).toMatchObject({ status: 429, code: 'RATE_LIMITED' })
    const wait = Number(refusal.headers['retry-after'])
    expect(wait).toBeGreaterThan(50)
    expect(wait).toBeLessThanOrEqual(60)
  })
})

test('what is refused is told to nobody, and of others nothing is counted', async () => {
  const [one, other] = processes
  const who = { address: '192.0.2.1', userId: 1 }
  for (let n = 0; n < 100; n++) {
    await one?.take('post', who).catch(() => {})
    clock.advance(50)
  }
  // The address has thirty: five were spent, by the one user.
  const left = await other?.take('login', { address: '192.0.2.1' })
  expect(left?.['ratelimit-remaining']).toBe('19')
  for (let userId = 2; userId <= 6; userId++) {
    for (let n = 0; n < 5; n++) {
      await other?.take('post', { ...who, userId })
      clock.advance(50)
    }
  }
  await expect(other?.take('post', { ...who, userId: 7 })).rejects.toMatchObject({ status: 429 })
})
