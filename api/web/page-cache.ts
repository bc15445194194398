import { LRUCache } from 'lru-cache'
import type { AppEventBus } from '#api/events.ts'
import type { Clock } from '#api/infrastructure/clock.ts'
import { type PreparedReply, replyBytes } from '#api/infrastructure/prepared-reply.ts'
import type { PublicPage, Topic } from './public-pages.ts'

/** Age at which a page with a price, or one whose counts have changed, is rendered again. */
const LIVE_MS = 2_000
/** Age up to which readers get a page without changes, but for its price, while it is rendered again. */
const SERVED_MS = 5_000
const MAX_PAGES = 1_000
/** A long post takes half a megabyte. */
const MAX_BYTES = 64 * 1024 * 1024
/** Their queries share the thread of the API and its database. */
const MAX_RENDERS_PER_SECOND = 60
/** A flood of addresses that nobody has read before leaves renders to the pages that people read. */
const MAX_NEW_PER_SECOND = 30

/** Frequent events: pages show their effect within LIVE_MS. All others take effect at once. */
const FREQUENT: readonly Topic[] = ['vote', 'reaction', 'views']
const RARE: readonly Topic[] = ['post', 'nickname', 'moderation', 'round', 'season', 'ranks']

interface Entry {
  reply: PreparedReply
  builtAt: number
  /** Events before the render. */
  events: number
  /** Changes of the page's topics before the render. */
  frequent: number
  rare: number
}

interface PageCacheDeps {
  bus: Pick<AppEventBus, 'on' | 'onInvalidateAll'>
  clock: Clock
  /** Cached replies, and their bytes. */
  maxPages?: number
  maxBytes?: number
}

/** When a reply has to be built again. */
export type Freshness = Pick<PublicPage, 'isLive' | 'topics'>

export type PageCache = ReturnType<typeof createPageCache>

/** Too many pages are being rendered. */
export class PagesBusyError extends Error {
  override readonly name = 'PagesBusyError'
}

/** Rendered pages by key, rendered again when their data has changed. */
export function createPageCache(deps: PageCacheDeps) {
  const { bus, clock, maxPages = MAX_PAGES, maxBytes = MAX_BYTES } = deps
  const entries = new LRUCache<string, Entry>({
    max: maxPages,
    maxSize: maxBytes,
    sizeCalculation: ({ reply }) => replyBytes(reply),
  })
  const building = new Map<string, Promise<PreparedReply>>()
  const changes = new Map<Topic, number>()
  let events = 0
  let resets = 0
  let second = 0
  let renders = 0
  let newRenders = 0

  for (const topic of [...FREQUENT, ...RARE]) {
    bus.on(topic, () => {
      events += 1
      changes.set(topic, (changes.get(topic) ?? 0) + 1)
    })
  }
  bus.onInvalidateAll(() => {
    events += 1
    resets += 1
  })

  const countOf = ({ topics }: Freshness, among: readonly Topic[]) =>
    topics.reduce((sum, topic) => sum + (among.includes(topic) ? (changes.get(topic) ?? 0) : 0), 0)

  const hasRareChange = (page: Freshness, entry: Entry) =>
    entry.rare !== countOf(page, RARE) + resets

  const isFresh = (page: Freshness, entry: Entry) => {
    const isOld = clock.now() - entry.builtAt >= LIVE_MS
    // Most lookups, which this makes cheap.
    if (entry.events === events) return !isOld || !page.isLive
    if (hasRareChange(page, entry)) return false
    return !isOld || (!page.isLive && entry.frequent === countOf(page, FREQUENT))
  }

  const isServed = (page: Freshness, entry: Entry) =>
    clock.now() - entry.builtAt < SERVED_MS &&
    !hasRareChange(page, entry) &&
    entry.frequent === countOf(page, FREQUENT)

  const admit = (isNew: boolean) => {
    const now = Math.floor(clock.now() / 1000)
    if (now !== second) {
      second = now
      renders = 0
      newRenders = 0
    }
    if (isNew && newRenders >= MAX_NEW_PER_SECOND) throw new PagesBusyError('Too many new pages.')
    if (renders >= MAX_RENDERS_PER_SECOND) throw new PagesBusyError('Too many pages to render.')
    renders += 1
    if (isNew) newRenders += 1
  }

  const build = async (page: Freshness, key: string, render: () => Promise<PreparedReply>) => {
    admit(!entries.has(key))
    const known = { builtAt: clock.now(), events }
    const [frequent, rare] = [countOf(page, FREQUENT), countOf(page, RARE) + resets]
    const reply = await render()
    entries.set(key, { reply, ...known, frequent, rare })
    return reply
  }

  return {
    /**
     * The page of a key, from the cache or rendered now; concurrent requests share a render, and a page that
     * has merely aged is returned while it is rendered again. Rejects with PagesBusyError, or as `render` does.
     */
    get(
      page: Freshness,
      key: string,
      render: () => Promise<PreparedReply>,
    ): PreparedReply | Promise<PreparedReply> {
      const entry = entries.get(key)
      if (entry && isFresh(page, entry)) return entry.reply
      // A render that began before a change may lack it.
      const buildKey = `${key} ${countOf(page, RARE) + resets}`
      let running = building.get(buildKey)
      if (!running) {
        running = build(page, key, render).finally(() => building.delete(buildKey))
        building.set(buildKey, running)
      }
      if (!entry || !isServed(page, entry)) return running
      running.catch(() => {})
      return entry.reply
    },
  }
}
