import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { ApiError } from '#api/infrastructure/errors.ts'
import type { Spending } from './spending.ts'

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
  /** Names it in every process, in front of the key. */
  name: string
  limiter: RateLimiterMemory
  by: 'user' | 'address'
  /** Other processes are told of every so many points of a key. */
  step: number
}

/**
 * Telling the others of each point would cost more than the work that is limited. Told in fiftieths
 * of an allowance, whoever stays far below it is told of never; a small one is told point by point.
 */
const STEPS = 50

function countersOf(action: string, rule: Rule, factor: number): Counter[] {
  const counter = (by: 'user' | 'address', { points, seconds }: Allowance): Counter => {
    const name = `${action}:${by}`
    return {
      name,
      by,
      step: Math.max(1, Math.floor((points * factor) / STEPS)),
      limiter: new RateLimiterMemory({
        keyPrefix: name,
        points: points * factor,
        duration: seconds,
      }),
    }
  }
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

/** Takes one point, or throws the state of a counter that has none left. */
async function consume({ limiter }: Counter, key: string): Promise<RateLimiterRes> {
  try {
    return await limiter.consume(key)
  } catch (state) {
    if (!(state instanceof RateLimiterRes)) throw state
    const headers = headersOf(limiter, state)
    throw new ApiError('RATE_LIMITED', {
      headers: { ...headers, 'retry-after': headers['ratelimit-reset'] },
    })
  }
}

/** Between a counter's name and its key; neither contains it. */
const MARK = ' '

/** Lets the counters of all processes count together; answers what tells the others of one point. */
function countTogether(counters: readonly Counter[], spending: Spending) {
  const byName = new Map(counters.map((counter) => [counter.name, counter]))
  spending.onHeard((told, points) => {
    const [name = '', key] = told.split(MARK)
    if (key !== undefined) void byName.get(name)?.limiter.penalty(key, points)
  })
  return ({ name, step }: Counter, key: string, { consumedPoints }: RateLimiterRes) => {
    // What is heard comes in whole steps, so this is so after every `step` points of our own.
    if (consumedPoints % step === 0) spending.note(`${name}${MARK}${key}`, step)
  }
}

/**
 * Limits of this process and, with `spending`, of all processes together: each counts by itself and
 * tells the others, in whose counters a key's minute begins when they first count it or hear of it.
 *
 * How far over a limit somebody gets who asks N processes: nobody is slowed down by the bus, so what
 * is sent to all of them within one delay of it (50 ms of gathering and its own way, a tenth of a
 * second) is judged by each alone: N times the limit at the very most, once in a minute. Sent more
 * slowly it is the limit, and (N − 1)/50 of it for what is not told yet, as far as that is a whole
 * point; at the turn of a minute, as with any fixed window, up to twice. When the bus is away, or a
 * flood from more than 2500 addresses a second leaves some untold, it is N times the limit.
 *
 * `factor` widens them all, for load tests.
 */
export function createLimits(factor = 1, spending?: Spending): Limits {
  const counters = new Map(
    Object.entries(ALLOWANCES).map(([action, rule]) => [action, countersOf(action, rule, factor)]),
  )
  const tell = spending ? countTogether([...counters.values()].flat(), spending) : () => {}
  return {
    async take(action, { address, userId }) {
      let headers: LimitHeaders | null = null
      for (const counter of counters.get(action) ?? []) {
        const key = counter.by === 'user' ? userId : address
        if (key === undefined) continue
        const state = await consume(counter, String(key))
        tell(counter, String(key), state)
        headers ??= headersOf(counter.limiter, state)
      }
      if (!headers) throw new Error(`${action} is counted by user and there is none`)
      return headers
    },
  }
}
