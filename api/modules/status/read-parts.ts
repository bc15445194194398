import type { EventBusStats } from '#api/infrastructure/bus/event-bus.ts'
import { type Clock, within } from '#api/infrastructure/clock.ts'
import type { Market } from '#api/market/market.ts'
import type { PartState, StatusPart, SystemStatus } from '#shared/contract/status.ts'
import { MINUTE_MS } from '#shared/rules/time.ts'

/** A database that takes longer does not answer. */
const LIMIT_MS = 2_000
/** A push message is late from then on. */
const LATE_MS = 5 * MINUTE_MS

export interface PartsDeps {
  database: { ping(): Promise<void> }
  rounds: { newestSettlement(): Promise<{ targetDate: number; settledAt: number } | null> }
  settlements: { overdueSince(now: number): Promise<string | null> }
  deliveries: { oldestDue(): Promise<number | null> }
  market: Pick<Market, 'price' | 'source' | 'kind'>
  bus: { stats(): EventBusStats | null }
  clock: Clock
}

/** States of the parts at one time, with details of feed and jobs. */
export interface Parts {
  states: Record<StatusPart, PartState>
  feed: Pick<SystemStatus['feed'], 'source' | 'market' | 'freshness' | 'priceTime'>
  jobs: Pick<SystemStatus['jobs'], 'lastSettlement' | 'overdueSince'>
}

const iso = (instant: number) => new Date(instant).toISOString()

function readFeed({ market }: PartsDeps) {
  const price = market.price()
  const freshness = price?.freshness ?? null
  const states = { live: 'ok', delayed: 'degraded', stale: 'down' } as const
  return {
    state: freshness === null ? ('down' as const) : states[freshness],
    source: price?.source ?? market.source(),
    market: market.kind(),
    freshness,
    priceTime: price && iso(price.time),
  }
}

/** State that is in the database; null when it does not answer. */
async function readStored({ database, rounds, settlements, deliveries, clock }: PartsDeps) {
  const now = clock.now()
  const reading = async () => {
    await database.ping()
    const [newest, overdueSince, oldestDue] = await Promise.all([
      rounds.newestSettlement(),
      settlements.overdueSince(now),
      deliveries.oldestDue(),
    ])
    return { newest, overdueSince, isPushLate: oldestDue !== null && now - oldestDue >= LATE_MS }
  }
  const found = reading()
  const isInTime = await within(clock, LIMIT_MS, found).catch(() => false)
  if (isInTime) return found
  found.catch(() => {})
  return null
}

/** Reads the state of each part. Never rejects. */
export async function readParts(deps: PartsDeps): Promise<Parts> {
  const stored = await readStored(deps)
  const { state, ...feed } = readFeed(deps)
  const bus = deps.bus.stats()
  const stream = bus === null || bus.isConnected ? 'ok' : 'degraded'
  if (stored === null) {
    const states = {
      feed: state,
      database: 'down',
      jobs: 'unknown',
      push: 'unknown',
      stream,
    } as const
    return { states, feed, jobs: { lastSettlement: null, overdueSince: null } }
  }
  const { newest, overdueSince, isPushLate } = stored
  const lastSettlement = newest && {
    targetDate: iso(newest.targetDate),
    settledAt: iso(newest.settledAt),
  }
  return {
    states: {
      feed: state,
      database: 'ok',
      jobs: overdueSince === null ? 'ok' : 'down',
      push: isPushLate ? 'degraded' : 'ok',
      stream,
    },
    feed,
    jobs: { lastSettlement, overdueSince },
  }
}
