import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { ApiError } from '../errors.ts'

/** How often something may be done: `points` in `seconds`. */
interface Allowance {
  points: number
  seconds: number
}

/** By user and by address group (an IPv4 address, an IPv6 /64). An address is shared by many users. */
const ALLOWANCES = {
  login: { address: { points: 20, seconds: 60 } },
  refresh: { address: { points: 120, seconds: 60 } },
  vote: { user: { points: 10, seconds: 60 }, address: { points: 60, seconds: 60 } },
  post: { user: { points: 5, seconds: 60 }, address: { points: 30, seconds: 60 } },
  edit: { user: { points: 20, seconds: 60 }, address: { points: 120, seconds: 60 } },
  reaction: { user: { points: 60, seconds: 60 }, address: { points: 300, seconds: 60 } },
  nickname: { user: { points: 5, seconds: 60 }, address: { points: 30, seconds: 60 } },
  events: { address: { points: 60, seconds: 60 } },
  read: { address: { points: 1200, seconds: 60 } },
} as const satisfies Record<string, Rule>

export type LimitedAction = keyof typeof ALLOWANCES

interface Rule {
  user?: Allowance
  address: Allowance
}

export interface Limits {
  /**
   * Counts one `action`. Answers the headers that tell what is left.
   * @throws ApiError RATE_LIMITED with Retry-After
   */
  take(action: LimitedAction, who: { address: string; userId?: number }): Promise<LimitHeaders>
}

export type LimitHeaders = Record<
  'ratelimit-limit' | 'ratelimit-remaining' | 'ratelimit-reset',
  string
>

interface Counter {
  limiter: RateLimiterMemory
  by: 'user' | 'address'
}

function countersOf(action: string, rule: Rule, factor: number): Counter[] {
  const counter = (by: 'user' | 'address', { points, seconds }: Allowance): Counter => ({
    by,
    limiter: new RateLimiterMemory({
      keyPrefix: `${action}:${by}`,
      points: points * factor,
      duration: seconds,
    }),
  })
  const byAddress = counter('address', rule.address)
  return rule.user ? [counter('user', rule.user), byAddress] : [byAddress]
}

function headersOf(limiter: RateLimiterMemory, state: RateLimiterRes): LimitHeaders {
  // A timer ends the window; only what is told goes by the clock, which may have been put back.
  const reset = Math.min(Math.ceil(state.msBeforeNext / 1000), limiter.duration)
  return {
    'ratelimit-limit': String(limiter.points),
    'ratelimit-remaining': String(state.remainingPoints),
    'ratelimit-reset': String(reset),
  }
}

async function consume({ limiter }: Counter, key: string): Promise<LimitHeaders> {
  try {
    return headersOf(limiter, await limiter.consume(key))
  } catch (state) {
    if (!(state instanceof RateLimiterRes)) throw state
    const headers = headersOf(limiter, state)
    throw new ApiError('RATE_LIMITED', {
      headers: { ...headers, 'retry-after': headers['ratelimit-reset'] },
    })
  }
}

/** Limits of one process. `factor` widens them all, for load tests. */
export function createLimits(factor = 1): Limits {
  const counters = new Map(
    Object.entries(ALLOWANCES).map(([action, rule]) => [action, countersOf(action, rule, factor)]),
  )
  return {
    async take(action, { address, userId }) {
      let headers: LimitHeaders | null = null
      for (const counter of counters.get(action) ?? []) {
        const key = counter.by === 'user' ? userId : address
        if (key === undefined) continue
        const found = await consume(counter, String(key))
        headers ??= found
      }
      if (!headers) throw new Error(`${action} is counted by user and there is none`)
      return headers
    },
  }
}
