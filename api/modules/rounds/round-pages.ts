import { LRUCache } from 'lru-cache'
import type { AppEventBus } from '#api/events.ts'
import { type Cached, cached } from '#api/infrastructure/cached.ts'
import type { Clock } from '#api/infrastructure/clock.ts'
import { type PreparedReply, prepareReply } from '#api/infrastructure/prepared-reply.ts'
import type { Market } from '#api/market/market.ts'
import { HOUR_MS } from '#shared/rules/time.ts'
import type { RecordParts } from './record.ts'
import type { RoundRecord } from './round-record.ts'
import type { RoundBase, RoundsService } from './service.ts'

const MAX_ROUNDS = 256
/** Offers and chances follow price and time in steps of this length (ms). */
const OFFERS_EVERY_MS = 250
/** New votes change the hours of a live round at most this often (ms). */
const HOURS_EVERY_MS = 3_000

interface Page {
  base: Cached<RoundBase>
  parts: Cached<RecordParts>
  reply: Cached<PreparedReply>
  /** Null until it was read. */
  latest: RoundBase | null
  partsAt: number
  hasNewVotes: boolean
  /** States at which `parts` and `reply` were built. */
  partsState: string
  replyState: string
}

export interface RoundPagesDeps {
  service: Pick<RoundsService, 'base' | 'parts' | 'detail'>
  market: Pick<Market, 'price' | 'version'>
  bus: Pick<AppEventBus, 'on' | 'onInvalidateAll'>
  clock: Clock
}

export type RoundPages = ReturnType<typeof createRoundPages>

/** Caches the replies about single rounds; each is rebuilt after what it shows has changed. */
export function createRoundPages({ service, market, bus, clock }: RoundPagesDeps) {
  const pages = new LRUCache<number, Page>({ max: MAX_ROUNDS })

  /** Validity of the parts besides events: passing hours and new candles, until settled. */
  const partsStateOf = ({ opensAt, closesAt, settledAt }: RoundRecord) => {
    if (settledAt !== null) return ''
    const now = clock.now()
    const hour = Math.floor(Math.min(Math.max(now, opensAt), closesAt) / HOUR_MS)
    return `${hour} ${market.version()}`
  }
  /** Validity of the rest besides events: time and price, until settled. */
  const replyStateOf = ({ settledAt }: RoundRecord) => {
    if (settledAt !== null) return ''
    const price = market.price()
    return `${Math.floor(clock.now() / OFFERS_EVERY_MS)} ${price?.value} ${price?.time}`
  }

  const create = (targetDate: number): Page => {
    const page: Page = {
      base: cached(async () => {
        page.latest = await service.base(targetDate)
        return page.latest
      }),
      parts: cached(async () => {
        const base = await page.base.get()
        page.partsState = partsStateOf(base.round)
        page.partsAt = clock.now()
        page.hasNewVotes = false
        return service.parts(base)
      }),
      reply: cached(async () => {
        const [base, parts] = await Promise.all([page.base.get(), page.parts.get()])
        page.replyState = replyStateOf(base.round)
        return prepareReply(service.detail(base, parts))
      }),
      latest: null,
      partsAt: 0,
      hasNewVotes: false,
      partsState: '',
      replyState: '',
    }
    return page
  }

  /** Marks stale what time, price or candles have changed. */
  const refresh = (page: Page) => {
    if (!page.latest) return
    const { round } = page.latest
    const votesAreDue = page.hasNewVotes && Math.abs(clock.now() - page.partsAt) >= HOURS_EVERY_MS
    if (votesAreDue || partsStateOf(round) !== page.partsState) {
      page.parts.markStale()
      page.reply.markStale()
    }
    if (replyStateOf(round) !== page.replyState) page.reply.markStale()
  }

  const markStale = (page: Page) => {
    page.base.markStale()
    page.parts.markStale()
    page.reply.markStale()
  }
  const markAllStale = () => {
    for (const page of pages.values()) markStale(page)
  }
  bus.on('vote', ({ roundId }) => {
    for (const page of pages.values()) {
      if (page.latest && page.latest.round.id !== roundId) continue
      page.hasNewVotes = true
      page.base.markStale()
      page.reply.markStale()
    }
  })
  bus.on('round', ({ targetDate }) => {
    const page = pages.get(targetDate)
    if (page) markStale(page)
  })
  bus.on('nickname', markAllStale)
  // An erased account withdraws its vote of the live round and loses its name.
  bus.on('moderation', ({ target }) => target === 'user' && markAllStale())
  bus.onInvalidateAll(markAllStale)

  return {
    /** The reply about the round with this target (epoch ms). @throws ApiError NOT_FOUND */
    get(targetDate: number): PreparedReply | Promise<PreparedReply> {
      const page = pages.get(targetDate) ?? create(targetDate)
      refresh(page)
      const reply = page.reply.get()
      if (page.latest) return reply
      return Promise.resolve(reply).then((built) => {
        // Only rounds that exist take a place in the cache.
        if (!pages.has(targetDate)) pages.set(targetDate, page)
        return built
      })
    },
  }
}
