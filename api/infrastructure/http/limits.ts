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

/** `points` calls in a fixed window of `seconds`. */
interface Quota {
  points: number
  seconds: number
}

interface Rule {
  user?: Quota
  address: Quota
}

/** By user and by address group (an IPv4 address, an IPv6 /64). Many users share an address. */
const RULES = {
  login: { address: { points: 20, seconds: 60 } },
  failedLogin: { address: { points: 20, seconds: 60 } },
  refresh: { address: { points: 120, seconds: 60 } },
  vote: { user: { points: 10, seconds: 60 }, address: { points: 60, seconds: 60 } },
  post: { user: { points: 5, seconds: 60 }, address: { points: 30, seconds: 60 } },
  edit: { user: { points: 20, seconds: 60 }, address: { points: 120, seconds: 60 } },
  reaction: { user: { points: 60, seconds: 60 }, address: { points: 300, seconds: 60 } },
  nickname: { user: { points: 5, seconds: 60 }, address: { points: 30, seconds: 60 } },
  events: { address: { points: 60, seconds: 60 } },
  read: { address: { points: 1200, seconds: 60 } },
} as const satisfies Record<string, Rule>

export type LimitedAction = keyof typeof RULES

type LimitHeaders = Record<'ratelimit-limit' | 'ratelimit-remaining' | 'ratelimit-reset', string>

export interface Limits {
  /**
   * Counts one `action` of a user and an address; answers the headers of the narrower rule.
   * @throws ApiError RATE_LIMITED with Retry-After
   */
  take(action: LimitedAction, who: { address: string; userId?: number }): Promise<LimitHeaders>
  stop(): void
}

interface LimitsOptions {
  /** Multiplies every quota, for load tests. */
  factor?: number
  /** The counters of all instances; each counts in its own memory without it. */
  redis?: { client: Redis; prefix: string }
}

interface Limiter {
  by: 'user' | 'address'
  quota: Quota
  counter: RateLimiterAbstract
}

/** Counts in Redis, and in memory while Redis does not answer. */
function createCounter(name: string, { points, seconds }: Quota, redis: LimitsOptions['redis']) {
  const options = { keyPrefix: name, points, duration: seconds }
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

function headersOf({ points, seconds }: Quota, state: RateLimiterRes): LimitHeaders {
  // The wait is computed from the wall clock, which may have been set back.
  const reset = Math.min(Math.ceil(state.msBeforeNext / 1000), seconds)
  return {
    'ratelimit-limit': String(points),
    'ratelimit-remaining': String(state.remainingPoints),
    'ratelimit-reset': String(reset),
  }
}

async function consume({ counter, quota }: Limiter, key: string): Promise<LimitHeaders> {
  try {
    return headersOf(quota, await counter.consume(key))
  } catch (state) {
    if (!(state instanceof RateLimiterRes)) throw state
    const headers = headersOf(quota, state)
    throw new ApiError('RATE_LIMITED', {
      headers: { ...headers, 'retry-after': headers['ratelimit-reset'] },
    })
  }
}

/** Creates the rate limits of every action. */
export function createLimits({ factor = 1, redis }: LimitsOptions = {}): Limits {
  const limiter = (action: string, by: Limiter['by'], { points, seconds }: Quota): Limiter => {
    const quota = { points: points * factor, seconds }
    return { by, quota, counter: createCounter(`${action}:${by}`, quota, redis) }
  }
  const limitersOf = (action: string, { user, address }: Rule) => [
    ...(user ? [limiter(action, 'user', user)] : []),
    limiter(action, 'address', address),
  ]
  const byAction = new Map(
    Object.entries(RULES).map(([action, rule]) => [action, limitersOf(action, rule)]),
  )
  return {
    async take(action, { address, userId }) {
      let headers: LimitHeaders | null = null
      for (const one of byAction.get(action) ?? []) {
        const key = one.by === 'user' ? userId : address
        if (key === undefined) continue
        const own = await consume(one, String(key))
        headers ??= own
      }
      if (!headers) throw new Error(`${action} is limited by user and there is none`)
      return headers
    },
    stop: () => redis?.client.disconnect(),
  }
}

interface OpenLimitsDeps {
  config: Pick<Config, 'busUrl'>
  database: Sql
  log: Log
  factor: number
}

/** Opens the limits of a server: counted in Redis for all instances with BUS_URL, else in memory. */
export async function openLimits({
  config,
  database,
  log,
  factor,
}: OpenLimitsDeps): Promise<Limits> {
  if (config.busUrl === null) return createLimits({ factor })
  const client = createRedis(config.busUrl)
  client.on('close', () => log.debug('rate limits are counted in memory: Redis is disconnected'))
  await client.connect().catch(() => {})
  const prefix = `tidemark:${await databaseId(database)}`
  return createLimits({ factor, redis: { client, prefix } })
}
