import type { AppEventBus } from '#api/events.ts'
import { type Clock, every } from '#api/infrastructure/clock.ts'
import type { JobLock } from '#api/infrastructure/job-lock.ts'
import { EXCHANGES, type ExchangeName, findExchange } from '#shared/rules/exchanges.ts'
import { createExchangeFeed, type ExchangeFeedOptions } from './exchange-feed.ts'
import type { Feed, FeedEvents } from './feed.ts'
import { newestStoredExchange } from './find-source.ts'
import { createFollowerFeed } from './follower-feed.ts'
import type { SourceName, Tick } from './types.ts'

/** Interval at which the last price is repeated, for new instances and lost events (ms). */
const REPEAT_MS = 5000

/** Shares one feed between the instances on a database. */
export interface Cluster {
  jobLock: Pick<JobLock, 'isHeld' | 'onChange'>
  bus: Pick<AppEventBus, 'on' | 'onInvalidateAll' | 'publish'>
}

interface SharedFeedOptions extends ExchangeFeedOptions {
  cluster: Cluster
}

/**
 * Creates the feed of one of several instances: the exchange feed while it holds the job lock, else a
 * follower. A takeover does not change the exchange, and the old feed is shown until the new has candles.
 */
export function createSharedFeed(options: SharedFeedOptions): Feed {
  const { exchanges, store } = options
  const { jobLock, bus } = options.cluster
  let present: Feed | null = null
  /** Stopped, but shown until the new feed has candles. */
  let previous: Feed | null = null
  let isOwner = false
  let isStopped = false
  const stopping: Promise<void>[] = []
  const subscriptions: (() => void)[] = []

  const hasCandles = (feed: Feed | null) => (feed?.history()?.series.newest() ?? null) !== null
  const shown = () => (hasCandles(present) ? present : (previous ?? present))

  const replaceFeed = (create: (events: FeedEvents) => Feed): Promise<void> => {
    const last = shown()
    if (present !== null) stopping.push(present.stop())
    const next: Feed = create({
      // A feed that is stopped has no more ticks, but may have candles under way.
      onTick: options.onTick,
      onCandles: () => {
        if (present !== next) return
        if (hasCandles(next)) previous = null
        options.onCandles()
      },
      onStored: options.onStored,
    })
    previous = last
    present = next
    return next.start()
  }

  const lead = () => {
    const source = shown()?.source() ?? null
    const current = exchanges.find(({ name }) => name === source)
    // Without candles the exchange is a guess.
    const isProven = hasCandles(shown())
    const first = current ? { exchange: current, live: null, isProven } : options.first
    isOwner = true
    return replaceFeed((events) => createExchangeFeed({ ...options, ...events, first }))
  }

  const follow = (source: ExchangeName) => {
    isOwner = false
    return replaceFeed((events) => createFollowerFeed({ ...options, ...events, source, bus }))
  }

  /** The exchange to follow until the first event arrives. */
  const likelySource = async () => {
    const newest = await newestStoredExchange(exchanges, store).catch(() => null)
    return (newest ?? exchanges[0])?.name ?? EXCHANGES[0]
  }

  const onLockChange = (isHeld: boolean) => {
    if (isStopped || present === null || isHeld === isOwner) return
    if (isHeld) void lead()
    else void follow(findExchange(shown()?.source() ?? null) ?? EXCHANGES[0])
  }

  const onOwnerSource = ({ source }: { source: ExchangeName }) => {
    if (isStopped || isOwner || present === null || present.source() === source) return
    void follow(source)
  }

  return {
    source: () => shown()?.source() ?? null,
    history: () => shown()?.history() ?? null,
    start: async () => {
      subscriptions.push(
        jobLock.onChange(onLockChange),
        bus.on('price', onOwnerSource),
        bus.on('candles', onOwnerSource),
      )
      if (jobLock.isHeld()) return lead()
      options.first?.live?.stop()
      const source = await likelySource()
      if (isStopped) return
      await (jobLock.isHeld() ? lead() : follow(source))
    },
    stop: async () => {
      isStopped = true
      for (const unsubscribe of subscriptions) unsubscribe()
      await Promise.all([present?.stop(), ...stopping])
    },
  }
}

/** The published part of a market. */
interface PublishedMarket {
  source(): SourceName | null
  onTick(listener: (tick: Tick) => void): () => void
  onStored(listener: () => void): () => void
}

/** Publishes prices and stored candles to the other instances while the job lock is held. */
export function publishMarket(
  market: PublishedMarket,
  { jobLock, bus }: Cluster,
  clock: Clock,
): () => void {
  let last: Tick | null = null

  const publishLast = () => {
    const source = findExchange(last?.source ?? null)
    if (last === null || source === null || !jobLock.isHeld()) return
    bus.publish('price', { price: last.price, time: last.time, source })
  }

  const subscriptions = [
    market.onTick((tick) => {
      last = tick
      publishLast()
    }),
    market.onStored(() => {
      const source = findExchange(market.source())
      if (source !== null && jobLock.isHeld()) bus.publish('candles', { source })
    }),
    every(clock, REPEAT_MS, publishLast),
  ]
  return () => {
    for (const unsubscribe of subscriptions) unsubscribe()
  }
}
