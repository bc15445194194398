import type { AppEventBus } from '#api/events.ts'
import type { Clock } from '#api/infrastructure/clock.ts'
import type { Log } from '#api/infrastructure/log.ts'
import type { Market } from '#api/market/market.ts'
import { publishAlerts } from '#api/modules/notifications/publish-alerts.ts'
import type { Freshness } from '#shared/rules/freshness.ts'
import { LEVEL_PAUSE_MS } from '#shared/rules/price-level.ts'
import { DAY_MS } from '#shared/rules/time.ts'
import { createLevelBook, type Move } from './level-book.ts'
import type { LevelStore } from './level-store.ts'
import { createSteps } from './steps.ts'

/** Levels that are read in one query. */
const READ_ROWS = 5_000
/** Moves that are stored in one transaction. */
const STORE_ROWS = 500
/** Messages to devices that are switched off longer are not sent. */
const PUSH_MAX_MS = DAY_MS

interface LevelWatchDeps {
  store: Pick<LevelStore, 'watchedAfter' | 'watchedOf' | 'storeMoves'>
  market: Pick<Market, 'onTick'> & { price(): { value: string; freshness: Freshness } | null }
  bus: Pick<AppEventBus, 'on' | 'onInvalidateAll' | 'publish'>
  /** Sends the push messages that are due. */
  sendPush: () => Promise<void>
  clock: Clock
  log: Log
}

/**
 * Watches the price levels of everybody in the instance that runs the feed, and notifies of those that a
 * price has crossed. What a crash leaves unstored is found again by the next owner's first price: a level's
 * side in the database is the one of its last stored move.
 */
export function createLevelWatch({ store, market, bus, sendPush, clock, log }: LevelWatchDeps) {
  const steps = createSteps({ clock, log, what: 'price levels' })
  let notified = 0
  let book = createLevelBook()
  let isRunning = false
  let isLoaded = false
  let changed = new Set<number>()
  let stopListening = () => {}

  const load = async () => {
    const fresh = createLevelBook()
    let rows = await store.watchedAfter(0, clock.now(), READ_ROWS)
    while (rows.length > 0 && isRunning) {
      for (const level of rows) fresh.set(level)
      rows = await store.watchedAfter(rows.at(-1)?.id ?? 0, clock.now(), READ_ROWS)
    }
    book = fresh
    isLoaded = true
    onPresentPrice()
  }

  const reload = async () => {
    const userIds = [...changed]
    changed = new Set()
    try {
      const levels = await store.watchedOf(userIds, clock.now())
      for (const userId of userIds) for (const id of book.idsOf(userId)) book.remove(id)
      for (const level of levels) book.set(level)
    } catch (error) {
      for (const userId of userIds) changed.add(userId)
      throw error
    }
    onPresentPrice()
  }

  /** Levels that were read after a price may already be crossed by it. */
  const onPresentPrice = () => {
    const price = market.price()
    // An older price may lie where the market no longer is.
    if (price?.freshness === 'live') onPrice(price.value)
  }

  const remove = (ids: readonly number[]) => {
    for (const id of ids) book.remove(id)
  }

  const storeMoves = (moves: readonly Move[], price: string, now: number) => async () => {
    const silentSince = now - LEVEL_PAUSE_MS
    const stored = await store.storeMoves({
      moves,
      price,
      now,
      silentSince,
      pushUntil: now + PUSH_MAX_MS,
    })
    remove(stored.ended)
    notified += stored.notified.length
    publishAlerts(bus, stored.notified)
  }

  const onPrice = (price: string) => {
    if (!isLoaded) return
    const moves = book.advance(price)
    if (moves.length === 0) return
    const now = clock.now()
    for (let first = 0; first < moves.length; first += STORE_ROWS) {
      steps.add(storeMoves(moves.slice(first, first + STORE_ROWS), price, now))
    }
    steps.add(async () => {
      if (moves.some(({ isCrossed }) => isCrossed)) void sendPush()
    })
  }

  return {
    start(): void {
      isRunning = true
      steps.start()
      isLoaded = false
      const subscriptions = [
        market.onTick((tick) => onPrice(tick.price)),
        bus.on('levels', ({ userId }) => {
          changed.add(userId)
          steps.addOnce(reload)
        }),
        bus.onInvalidateAll(() => steps.addOnce(load)),
      ]
      stopListening = () => {
        for (const unsubscribe of subscriptions) unsubscribe()
      }
      steps.addOnce(load)
    },

    /** Resolves once what has begun is stored or given up. */
    async stop(): Promise<void> {
      stopListening()
      isRunning = false
      await steps.stop()
      book = createLevelBook()
    },

    /** Ends the watch of levels that were deleted. */
    remove,

    /** Resolves once the crossings of prices until now are stored. */
    settled: steps.settled,

    stats: () => ({ ...steps.stats(), notified, levels: book.size() }),
  }
}

export type LevelWatch = ReturnType<typeof createLevelWatch>
