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

const WINDOW_SECONDS = 60
/** Windows that are not a minute: a change of direction can gain a point by rounding, exports are long. */
const LONG_WINDOWS: Record<string, number> = { direction: 3600, export: 3600 }

/**
 * Requests per window of a user and of an address group (an IPv4 address, an IPv6 /56), the narrower
 * one first. Many users share an address.
 */
const QUOTAS = {
  // Kilobytes of request bodies, refused ones included; a member's texts are far below.
  body: { address: 8192 },
  login: { address: 20 },
  failedLogin: { address: 20 },
  // Redirects to a provider and back; two for each sign-in.
  oidc: { address: 120 },
  // A provider's own servers.
  webhook: { address: 600 },
  // Access tokens last ten minutes.
  refresh: { user: 30, address: 120 },
  failedRefresh: { address: 120 },
  vote: { user: 10, address: 60 },
  post: { user: 5, address: 30 },
  edit: { user: 20, address: 120 },
  direction: { user: 6, address: 600 },
  // Kilobytes of HTML to sanitize: at most 0.3 ms of CPU each.
  content: { user: 256, address: 1024 },
  reaction: { user: 60, address: 300 },
  nickname: { user: 5, address: 30 },
  report: { user: 5, address: 60 },
  moderation: { user: 240, address: 600 },
  notifications: { user: 60, address: 600 },
  account: { user: 20, address: 120 },
  export: { user: 6, address: 60 },
  events: { address: 60 },
  read: { address: 1200 },
} as const satisfies Record<string, { user?: number; address: number }>

export type LimitedAction = keyof typeof QUOTAS

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
  action: LimitedAction,
  context: LimitedContext,
  userId?: number,
  points?: number,
) => Promise<void>

export interface Limits {
  limited: Limited
  stop(): void
}

interface LimitsOptions {
  /** Multiplies every quota, for load tests. */
  factor?: number
  /** The counters of all instances; each counts in its own memory without it. */
  redis?: { client: Redis; prefix: string }
  /** Called for each refused request. */
  onRefused?: (action: LimitedAction) => void
}

/** Counts in Redis, and in memory while Redis does not answer. */
function createCounter(action: string, by: string, points: number, redis: LimitsOptions['redis']) {
  const name = `${action}:${by}`
  const duration = LONG_WINDOWS[action] ?? WINDOW_SECONDS
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

/** Creates the rate limits of every action. */
export function createLimits({ factor = 1, redis, onRefused }: LimitsOptions = {}): Limits {
  const byAction = new Map<string, { by: string; counter: RateLimiterAbstract }[]>()
  for (const [action, quotas] of Object.entries(QUOTAS)) {
    const counters = Object.entries(quotas).map(([by, quota]) => ({
      by,
      counter: createCounter(action, by, quota * factor, redis),
    }))
    byAction.set(action, counters)
  }

  const limited: Limited = async (action, { clientAddress, set }, userId, points = 1) => {
    if (points === 0 || isInProcess(clientAddress)) return
    let narrowest: Record<string, string> | null = null
    for (const { by, counter } of byAction.get(action) ?? []) {
      const key = by === 'user' ? userId : addressGroup(clientAddress)
      if (key === undefined) continue
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
        onRefused?.(action)
        throw new ApiError('RATE_LIMITED', { headers: { ...headers, 'retry-after': reset } })
      }
      narrowest ??= headers
    }
    Object.assign(set.headers, narrowest)
  }
  return { limited, stop: () => redis?.client.disconnect() }
}

interface OpenLimitsDeps extends Pick<LimitsOptions, 'onRefused' | 'factor'> {
  config: Pick<Config, 'busUrl'>
  database: Sql
  log: Log
}

/** Opens the limits of a server: counted in Redis for all instances with BUS_URL, else in memory. */
export async function openLimits({ config, database, log, ...options }: OpenLimitsDeps) {
  if (config.busUrl === null) return createLimits(options)
  const client = createRedis(config.busUrl)
  client.on('close', () => log.debug('rate limits are counted in memory: Redis is disconnected'))
  await client.connect().catch(() => {})
  const prefix = `tidemark:${await databaseId(database)}`
  return createLimits({ ...options, redis: { client, prefix } })
}
