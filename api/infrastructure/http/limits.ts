import type { Redis } from 'ioredis'
import {
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterRedis,
  RateLimiterRes,
} from 'rate-limiter-flexible'
import type { Config } from '#api/infrastructure/config.ts'
import { databaseId } from '#api/infrastructure/database/database-id.ts'
import type { Sql } from '#api/infrastructure/database/sql.ts'
import { ApiError } from '#api/infrastructure/errors.ts'
import type { Log } from '#api/infrastructure/log.ts'
import { createRedis } from '#api/infrastructure/redis.ts'
import { addressGroup, isInProcess } from './client-address.ts'

/** Length of a window unless a quota has its own. */
const WINDOW_SECONDS = 60

/** Requests of one kind in a window. A user has fewer than an address, which many users share. */
export interface Quota {
  /** Unique; the label of its metric. */
  action: string
  /** Of a signed-in user; unlimited by default. */
  user?: number
  /** Of an address group: an IPv4 address, an IPv6 /56. */
  address: number
  /** Length of the window; a minute by default. */
  seconds?: number
  /** Cost of a request by its valid body; 1 by default. */
  costOf?: (body: unknown) => number
}

/** Reads of any kind. */
export const READ_QUOTA: Quota = { action: 'read', address: 1200 }

/** The parts of a route's context that a limit needs. */
interface LimitedContext {
  clientAddress: string
  set: { headers: Record<string, string | number | undefined> }
}

/**
 * Counts an action of a request's user and address and sets the RateLimit headers of its reply. `points`
 * is the cost of the action, 1 by default.
 * @throws ApiError RATE_LIMITED with Retry-After
 */
export type Limited = (
  quota: Quota,
  context: LimitedContext,
  userId?: number,
  points?: number,
) => Promise<void>

export interface Limits {
  limited: Limited
  stop(): void
}

type QuotaOwner = 'user' | 'address'

interface LimitsOptions {
  /** Multiplies every quota, for load tests. */
  factor?: number
  /** Multiplies the quotas of addresses. */
  addressFactor?: number
  /** The counters of all instances; each counts in its own memory without it. */
  redis?: { client: Redis; prefix: string }
  /** Called for each refused request, with whose quota is used up. */
  onRefused?: (action: string, by: QuotaOwner) => void
}

interface QuotaCounters {
  user: RateLimiterAbstract | null
  address: RateLimiterAbstract
}

/** Counts in Redis, and in memory while Redis does not answer. */
function createCounter(
  name: string,
  points: number,
  duration: number,
  redis: LimitsOptions['redis'],
) {
  const options = { keyPrefix: name, points, duration }
  if (!redis) return new RateLimiterMemory(options)
  return new RateLimiterRedis({
    ...options,
    keyPrefix: `${redis.prefix}:${name}`,
    storeClient: redis.client,
    rejectIfRedisNotReady: true,
    // A client far over its quota is refused from memory.
    inMemoryBlockOnConsumed: points + 1,
    insuranceLimiter: new RateLimiterMemory(options),
  })
}

/** Creates the rate limits; the counters of a quota are made at its first use. */
export function createLimits(options: LimitsOptions = {}): Limits {
  const { factor = 1, addressFactor = 1, redis, onRefused } = options
  const byQuota = new Map<Quota, QuotaCounters>()

  const countersOf = (quota: Quota): QuotaCounters => {
    const known = byQuota.get(quota)
    if (known) return known
    const { action, user, address, seconds = WINDOW_SECONDS } = quota
    const create = (by: QuotaOwner, points: number) =>
      createCounter(`${action}:${by}`, points * factor, seconds, redis)
    const counters = {
      user: user === undefined ? null : create('user', user),
      address: create('address', address * addressFactor),
    }
    byQuota.set(quota, counters)
    return counters
  }

  const limited: Limited = async (quota, { clientAddress, set }, userId, points = 1) => {
    if (points === 0 || isInProcess(clientAddress)) return
    const { user, address } = countersOf(quota)
    const counted = [
      { by: 'user', counter: user, key: userId },
      { by: 'address', counter: address, key: addressGroup(clientAddress) },
    ] as const
    let narrowest: Record<string, string> | null = null
    for (const { by, counter, key } of counted) {
      if (counter === null || key === undefined) continue
      let state: RateLimiterRes
      let isRefused = false
      try {
        state = await counter.consume(String(key), points)
      } catch (error) {
        if (!(error instanceof RateLimiterRes)) throw error
        state = error
        isRefused = true
      }
      // The wait is computed from the wall clock, which may have been set back.
      const reset = String(Math.min(Math.ceil(state.msBeforeNext / 1000), counter.duration))
      const headers = {
        'ratelimit-limit': String(counter.points),
        'ratelimit-remaining': String(state.remainingPoints),
        'ratelimit-reset': reset,
      }
      if (isRefused) {
        onRefused?.(quota.action, by)
        throw new ApiError('RATE_LIMITED', { headers: { ...headers, 'retry-after': reset } })
      }
      narrowest ??= headers
    }
    Object.assign(set.headers, narrowest)
  }
  return { limited, stop: () => redis?.client.disconnect() }
}

interface OpenLimitsDeps extends Pick<LimitsOptions, 'onRefused' | 'factor'> {
  config: Pick<Config, 'busUrl' | 'addressLimitFactor'>
  database: Sql
  log: Log
}

/** Opens the limits of a server: counted in Redis for all instances with BUS_URL, else in memory. */
export async function openLimits({ config, database, log, ...more }: OpenLimitsDeps) {
  const options = { ...more, addressFactor: config.addressLimitFactor }
  if (config.busUrl === null) return createLimits(options)
  const client = createRedis(config.busUrl)
  client.on('close', () => log.debug('rate limits are counted in memory: Redis is disconnected'))
  await client.connect().catch(() => {})
  const prefix = `tidemark:${await databaseId(database)}`
  return createLimits({ ...options, redis: { client, prefix } })
}
