import { describe, expect, setSystemTime, test } from 'bun:test'
import { ApiError } from '#api/infrastructure/errors.ts'
import { createLimits, type Limits, type Quota, READ_QUOTA } from './limits.ts'

const WRITE: Quota = { action: 'write', user: 5, address: 30 }
const OTHER: Quota = { action: 'other', user: 10, address: 60 }
const ENTER: Quota = { action: 'enter', address: 20 }
const SIZE: Quota = { action: 'size', user: 256, address: 1024 }
const HOURLY: Quota = { action: 'hourly', user: 6, address: 60, seconds: 3600 }

interface Caller {
  address: string
  userId?: number
}

/** Counts one request and answers the headers of the reply. */
async function take({ limited }: Limits, quota: Quota, { address, userId }: Caller) {
  const headers: Record<string, string | number | undefined> = {}
  await limited(quota, { clientAddress: address, set: { headers } }, userId)
  return headers
}

/** Takes until refused; answers the number of allowed calls and the error. */
async function exhaust(limits: Limits, quota: Quota, who: Caller) {
  for (let allowed = 0; allowed < 5000; allowed++) {
    try {
      await take(limits, quota, who)
    } catch (error) {
      if (error instanceof ApiError) return { allowed, error }
      throw error
    }
  }
  throw new Error('it never refuses')
}

describe('rate limits', () => {
  test('refuses calls over the quota with 429 and Retry-After', async () => {
    const { allowed, error } = await exhaust(createLimits(), WRITE, {
      address: '203.0.113.1',
      userId: 1,
    })
    expect(allowed).toBe(5)
    expect([error.status, error.code]).toEqual([429, 'RATE_LIMITED'])
    expect(error.headers).toMatchObject({
      'ratelimit-limit': '5',
      'ratelimit-remaining': '0',
      'retry-after': error.headers['ratelimit-reset'] ?? '',
    })
    const wait = Number(error.headers['retry-after'])
    expect(wait).toBeGreaterThan(0)
    expect(wait).toBeLessThanOrEqual(60)
  })

  test('answers the remaining calls in RateLimit-Remaining', async () => {
    const limits = createLimits()
    const left = []
    for (let count = 0; count < 3; count++) {
      left.push(
        (await take(limits, OTHER, { address: '203.0.113.1', userId: 1 }))['ratelimit-remaining'],
      )
    }
    expect(left).toEqual(['9', '8', '7'])
  })

  test('counts users, addresses and actions separately', async () => {
    const limits = createLimits()
    await exhaust(limits, WRITE, { address: '203.0.113.1', userId: 1 })
    await take(limits, WRITE, { address: '203.0.113.1', userId: 2 })
    await take(limits, OTHER, { address: '203.0.113.1', userId: 1 })
    await exhaust(limits, ENTER, { address: '203.0.113.1' })
    await take(limits, ENTER, { address: '203.0.113.2' })
  })

  test('charges by size', async () => {
    const { limited } = createLimits()
    const send = (userId: number, points: number) =>
      limited(SIZE, { clientAddress: '203.0.113.1', set: { headers: {} } }, userId, points)
    await send(1, 0)
    for (let count = 0; count < 4; count++) await send(1, 64)
    expect(send(1, 1)).rejects.toMatchObject({ code: 'RATE_LIMITED' })
    await send(2, 64)
  })

  test('limits an address across its users', async () => {
    const limits = createLimits()
    let allowed = 0
    for (let userId = 1; userId <= 40; userId++) {
      allowed += await take(limits, WRITE, { address: '203.0.113.1', userId }).then(
        () => 1,
        () => 0,
      )
    }
    expect(allowed).toBe(30)
    await take(limits, WRITE, { address: '203.0.113.2', userId: 50 })
  })

  test('counts for as long as the quota says', async () => {
    const { allowed, error } = await exhaust(createLimits(), HOURLY, {
      address: '203.0.113.1',
      userId: 1,
    })
    expect(allowed).toBe(6)
    expect(Number(error.headers['retry-after'])).toBeGreaterThan(3500)
  })

  test('allows 1200 reads a minute', async () => {
    const { allowed } = await exhaust(createLimits(), READ_QUOTA, { address: '203.0.113.1' })
    expect(allowed).toBe(1200)
  })

  test('multiplies the quotas of addresses alone, and names whose was used up', async () => {
    const refused: string[] = []
    const onRefused = (action: string, by: string) => refused.push(`${action} ${by}`)
    const limits = createLimits({ addressFactor: 4, onRefused })
    const guest = await exhaust(limits, ENTER, { address: '203.0.113.1' })
    const member = await exhaust(limits, WRITE, { address: '203.0.113.1', userId: 1 })
    expect([guest.allowed, member.allowed]).toEqual([80, 5])
    expect(refused).toEqual(['enter address', 'write user'])
  })

  test('multiplies every quota by the factor', async () => {
    const { allowed } = await exhaust(createLimits({ factor: 3 }), ENTER, {
      address: '203.0.113.1',
    })
    expect(allowed).toBe(60)
  })
})

test('never answers a reset beyond the window when the wall clock is set back', async () => {
  const limits = createLimits()
  const who = { address: '203.0.113.1' }
  await take(limits, ENTER, who)
  try {
    setSystemTime(Date.now() - 3_600_000)
    expect(Number((await take(limits, ENTER, who))['ratelimit-reset'])).toBeLessThanOrEqual(60)
  } finally {
    setSystemTime()
  }
})
