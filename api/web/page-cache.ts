import { LRUCache } from 'lru-cache'
import type { AppEventBus } from '#api/events.ts'
import type { Clock } from '#api/infrastructure/clock.ts'
import type { PreparedReply } from '#api/infrastructure/prepared-reply.ts'
import type { PublicPage, Topic } from './public-pages.ts'

/** Age at which a page with a price, or one whose counts have changed, is rendered again. */
const LIVE_MS = 2_000
const MAX_PAGES = 1_000
/** Renders beyond it would take a tenth of the thread that serves the API: 1 ms each and its queries. */
const MAX_RENDERS_PER_SECOND = 60

/** Frequent events: pages show their effect within LIVE_MS. All others take effect at once. */
const FREQUENT: readonly Topic[] = ['vote', 'reaction', 'views']
const RARE: readonly Topic[] = ['post', 'nickname', 'moderation', 'round', 'season']

interface Entry {
  reply: PreparedReply
  builtAt: number
  /** Changes of the page's topics before the render. */
  frequent: number
  rare: number
}

interface PageCacheDeps {
  bus: Pick<AppEventBus, 'on' | 'onInvalidateAll'>
  clock: Clock
  /** Cached replies. */
  maxPages?: number
}

/** When a reply has to be built again. */
export type Freshness = Pick<PublicPage, 'isLive' | 'topics'>

export type PageCache = ReturnType<typeof createPageCache>

/** Too many pages are being rendered. */
export class PagesBusyError extends Error {
  override readonly name = 'PagesBusyError'
}

/** Rendered pages by key, rendered again when their data has changed. */
export function createPageCache({ bus, clock, maxPages = MAX_PAGES }: PageCacheDeps) {
  const entries = new LRUCache<string, Entry>({ max: maxPages })
  const building = new Map<string, Promise<PreparedReply>>()
  const changes = new Map<Topic, number>()
  let resets = 0
  let second = 0
  let renders = 0

  for (const topic of [...FREQUENT, ...RARE]) {
    bus.on(topic, () => {
      changes.set(topic, (changes.get(topic) ?? 0) + 1)
    })
  }
  bus.onInvalidateAll(() => {
    resets += 1
  })

  const countOf = ({ topics }: Freshness, among: readonly Topic[]) =>
    topics.reduce((sum, topic) => sum + (among.includes(topic) ? (changes.get(topic) ?? 0) : 0), 0)

  const isFresh = (page: Freshness, entry: Entry) => {
    if (entry.rare !== countOf(page, RARE) + resets) return false
    const isOld = clock.now() - entry.builtAt >= LIVE_MS
    return !isOld || (!page.isLive && entry.frequent === countOf(page, FREQUENT))
  }

  const admit = () => {
    const now = Math.floor(clock.now() / 1000)
    if (now !== second) {
      second = now
      renders = 0
    }
    renders += 1
    if (renders > MAX_RENDERS_PER_SECOND) throw new PagesBusyError('Too many pages to render.')
  }

  const build = async (page: Freshness, key: string, render: () => Promise<PreparedReply>) => {
    admit()
    const builtAt = clock.now()
    const [frequent, rare] = [countOf(page, FREQUENT), countOf(page, RARE) + resets]
    const reply = await render()
    entries.set(key, { reply, builtAt, frequent, rare })
    return reply
  }

  return {
    /**
     * The page of a key, from the cache or rendered now; concurrent requests share a render. Rejects with
     * PagesBusyError, or as `render` does.
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
      const running = building.get(buildKey)
      if (running) return running
      const started = build(page, key, render).finally(() => building.delete(buildKey))
      building.set(buildKey, started)
      return started
    },
  }
}
