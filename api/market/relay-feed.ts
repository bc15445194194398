import type { AppEventBus } from '#api/events.ts'
import type { JobLock } from '#api/infrastructure/job-lock.ts'
import { EXCHANGES, type ExchangeName, findExchange } from '#shared/rules/exchanges.ts'
import { bestStored } from './exchange-choice.ts'
import { type ExchangeFeedOptions, exchangeFeed } from './exchange-feed.ts'
import type { Feed, FeedEvents } from './feed.ts'
import { followerFeed } from './follower-feed.ts'

/** The processes on one database: who holds the feed, and how the others hear of it. */
export interface Cluster {
  jobLock: Pick<JobLock, 'isHeld' | 'onChange'>
  bus: Pick<AppEventBus, 'on' | 'onInvalidateAll' | 'publish'>
}

export interface RelayFeedOptions extends ExchangeFeedOptions {
  cluster: Cluster
}

/**
 * The feed of real prices in a process that may have others beside it. With the job lock it is the
 * exchange's own; without, it follows the process that has it. What was shown stays until the next
 * feed has candles, so that neither price nor candles are ever gone on the way. Whoever takes the
 * feed over keeps the exchange that is the source: a takeover is no reason to change it.
 */
export function relayFeed(options: RelayFeedOptions): Feed {
  const { exchanges, store } = options
  const { jobLock, bus } = options.cluster
  let present: Feed | null = null
  /** Stopped, and shown while the present one has nothing to show. */
  let previous: Feed | null = null
  let isLeading = false
  let isStopped = false
  const leaving: Promise<void>[] = []
  const ends: (() => void)[] = []

  const hasCandles = (feed: Feed | null) => (feed?.history()?.series.newest() ?? null) !== null
  const shown = () => (hasCandles(present) ? present : (previous ?? present))

  const turnTo = (make: (events: FeedEvents) => Feed): Promise<void> => {
    const left = shown()
    if (present !== null) leaving.push(present.stop())
    const isPresent = () => present === next
    const next: Feed = make({
      onTick: (tick) => {
        if (isPresent()) options.onTick(tick)
      },
      onCandles: () => {
        if (!isPresent()) return
        if (hasCandles(next)) previous = null
        options.onCandles()
      },
      onStored: options.onStored,
    })
    previous = left
    present = next
    return next.start()
  }

  const lead = () => {
    const source = shown()?.source() ?? null
    const kept = exchanges.find(({ name }) => name === source) ?? options.first
    isLeading = true
    return turnTo((events) => exchangeFeed({ ...options, ...events, first: kept }))
  }

  const follow = (source: ExchangeName) => {
    isLeading = false
    return turnTo((events) => followerFeed({ ...options, ...events, source, bus }))
  }

  /** The exchange to begin with while nobody has said which one it is. */
  const likelySource = async () => {
    const best = await bestStored(exchanges, store).catch(() => null)
    return (best ?? exchanges[0])?.name ?? EXCHANGES[0]
  }

  const change = (isHeld: boolean) => {
    if (isStopped || present === null || isHeld === isLeading) return
    if (isHeld) void lead()
    else void follow(findExchange(shown()?.source() ?? null) ?? EXCHANGES[0])
  }

  const hear = ({ source }: { source: ExchangeName }) => {
    if (isStopped || isLeading || present === null || present.source() === source) return
    void follow(source)
  }

  return {
    source: () => shown()?.source() ?? null,
    history: () => shown()?.history() ?? null,
    start: async () => {
      ends.push(jobLock.onChange(change), bus.on('price', hear), bus.on('candles', hear))
      if (jobLock.isHeld()) return lead()
      const source = await likelySource()
      if (isStopped) return
      await (jobLock.isHeld() ? lead() : follow(source))
    },
    stop: async () => {
      isStopped = true
      for (const end of ends) end()
      await Promise.all([present?.stop(), ...leaving])
    },
  }
}
