import { LRUCache } from 'lru-cache'
import type { Clock } from './clock.ts'
import { type PreparedReply, replyBytes } from './prepared-reply.ts'

/** Entries and bytes of the replies that everybody reads, and of those of very many addresses. */
const BOUNDS = {
  common: { max: 256, maxSize: 32 * 1024 * 1024 },
  many: { max: 2_000, maxSize: 64 * 1024 * 1024 },
}

/** How a reply is built, and when it has to be built again. */
export interface ReplySource<Topic extends string> {
  /** Canonical path and query, and what else selects the reply, such as a language. */
  key: string
  /** Changes after which no reader gets the previous reply. */
  topics: readonly Topic[]
  /** Changes so frequent that they count only once the reply is `every` milliseconds old. */
  frequent?: { topics: readonly Topic[]; every: number }
  /** Whatever else the reply depends on: another value makes it stale. */
  state?: () => string | number
  /** Age (ms) up to which a reply that has only aged is returned while it is built again. */
  servedMs?: number
  /** One of very many addresses: a crawl of them evicts no common reply. */
  isOneOfMany?: boolean
  /** Builds the reply; `previous` is null for the first. */
  build(previous: PreparedReply | null): PreparedReply | Promise<PreparedReply>
}

/** State of the data at the start of a build. */
interface Mark {
  builtAt: number
  changes: number
  topics: number
  frequent: number
  state: string | number | undefined
}

interface Entry<Topic extends string> {
  source: ReplySource<Topic>
  reply: PreparedReply
  mark: Mark
}

interface Building {
  /** Null until the build has begun. */
  mark: Mark | null
  promise: Promise<PreparedReply>
}

interface ReplyCacheDeps {
  clock: Pick<Clock, 'now'>
  /** Bounds of the entries of very many addresses. */
  many?: { max: number; maxSize: number }
}

export type ReplyCache<Topic extends string> = ReturnType<typeof createReplyCache<Topic>>

/** Replies by key, each built once after a change, however many readers wait for it. */
export function createReplyCache<Topic extends string>(deps: ReplyCacheDeps) {
  const { clock, many = BOUNDS.many } = deps
  const createEntries = (bounds: typeof many) =>
    new LRUCache<string, Entry<Topic>>({
      ...bounds,
      sizeCalculation: ({ reply }) => replyBytes(reply),
    })
  const common = createEntries(BOUNDS.common)
  const ofMany = createEntries(many)
  const building = new Map<string, Building>()
  const counts = new Map<Topic, number>()
  let changes = 0
  let resets = 0

  const sumOf = (topics: readonly Topic[]) =>
    topics.reduce((sum, topic) => sum + (counts.get(topic) ?? 0), resets)

  const markOf = ({ topics, frequent, state }: ReplySource<Topic>): Mark => ({
    builtAt: clock.now(),
    changes,
    topics: sumOf(topics),
    frequent: sumOf(frequent?.topics ?? []),
    state: state?.(),
  })

  const isOutdated = ({ topics, state }: ReplySource<Topic>, mark: Mark) =>
    (mark.changes !== changes && mark.topics !== sumOf(topics)) || mark.state !== state?.()

  const hasFrequentChange = ({ frequent }: ReplySource<Topic>, mark: Mark) =>
    frequent !== undefined && mark.changes !== changes && mark.frequent !== sumOf(frequent.topics)

  /** 'aged' replies may be returned while they are built again. */
  const stateOf = (
    source: ReplySource<Topic>,
    { reply, mark }: Entry<Topic>,
  ): 'fresh' | 'aged' | 'stale' => {
    if (isOutdated(source, mark)) return 'stale'
    // A clock that was set back makes everything old.
    const age = Math.abs(clock.now() - mark.builtAt)
    const isChanged = hasFrequentChange(source, mark)
    const isDue = isChanged && age >= (source.frequent?.every ?? 0)
    if (!isDue && age < reply.maxAgeMs) return 'fresh'
    return !isChanged && age < (source.servedMs ?? 0) ? 'aged' : 'stale'
  }

  const find = (key: string) => common.get(key) ?? ofMany.get(key)

  const build = (source: ReplySource<Topic>): Promise<PreparedReply> => {
    const { key } = source
    const running = building.get(key)
    // A build that began before a change may have read the old state: wait for it, then build again.
    if (running && !(running.mark && isOutdated(source, running.mark))) return running.promise
    const start = async () => {
      await running?.promise.catch(() => {})
      own.mark = markOf(source)
      const reply = await source.build(find(key)?.reply ?? null)
      const entries = source.isOneOfMany ? ofMany : common
      entries.set(key, { source, reply, mark: own.mark })
      return reply
    }
    const own: Building = { mark: null, promise: Promise.resolve().then(start) }
    own.promise = own.promise.finally(() => {
      if (building.get(key) === own) building.delete(key)
    })
    building.set(key, own)
    return own.promise
  }

  const rebuild = (source: ReplySource<Topic>) => {
    build(source).catch(() => {})
  }

  return {
    /** Something has changed. */
    changed(topic: Topic): void {
      changes += 1
      counts.set(topic, (counts.get(topic) ?? 0) + 1)
    },

    /** Anything may have changed. */
    changedAll(): void {
      changes += 1
      resets += 1
    },

    /** The present reply, built now if necessary. A failed build rejects and is not cached. */
    get(source: ReplySource<Topic>): PreparedReply | Promise<PreparedReply> {
      const entry = find(source.key)
      const state = entry ? stateOf(source, entry) : 'stale'
      if (!entry || state === 'stale') return build(source)
      if (state === 'aged') rebuild(source)
      return entry.reply
    },

    /** The reply of a key that is at hand; null without one. */
    peek(key: string): PreparedReply | null {
      const entry = find(key)
      if (!entry) return null
      const state = stateOf(entry.source, entry)
      if (state === 'aged') rebuild(entry.source)
      return state === 'stale' ? null : entry.reply
    },
  }
}
