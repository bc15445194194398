import { hashKey, type QueryClient, type QueryKey } from '@tanstack/react-query'
import { isMissing } from '#desktop/shared/api-failure.ts'
import type { Preferences } from './platform.ts'

/** Key of the stored queries. */
export const STORAGE_KEY = 'persistedQueries'
/** Key of earlier versions. */
const OLD_STORAGE_KEY = 'keptAnswers'
/** Maximum size in characters; a browser grants an origin about five million. */
const MAX_LENGTH = 400_000
const SAVE_DELAY_MS = 2_000

/** A reply that is the same for everybody; `updatedAt` is epoch milliseconds. */
export interface PersistedQuery {
  key: QueryKey
  data: unknown
  updatedAt: number
}

function isPersistedQuery(value: unknown): value is PersistedQuery {
  return (
    typeof value === 'object' &&
    value !== null &&
    'key' in value &&
    Array.isArray(value.key) &&
    'data' in value &&
    'updatedAt' in value &&
    typeof value.updatedAt === 'number'
  )
}

/** Parses stored queries of the same `buster`; empty when they cannot be read. */
export function parseQueries(text: string | null, buster: string): PersistedQuery[] {
  try {
    const stored: unknown = JSON.parse(text ?? 'null')
    if (typeof stored !== 'object' || stored === null) return []
    if (!('buster' in stored) || stored.buster !== buster || !('queries' in stored)) return []
    return Array.isArray(stored.queries) ? stored.queries.filter(isPersistedQuery) : []
  } catch {
    return []
  }
}

/** Serializes the newest queries that fit into `maxLength` characters. */
export function serializeQueries(
  queries: Iterable<PersistedQuery>,
  buster: string,
  maxLength = MAX_LENGTH,
): string {
  const parts: string[] = []
  let length = 0
  for (const query of [...queries].sort((a, b) => b.updatedAt - a.updatedAt)) {
    const text = JSON.stringify(query)
    if (length + text.length > maxLength) continue
    length += text.length
    parts.push(text)
  }
  return `{"buster":${JSON.stringify(buster)},"queries":[${parts.join()}]}`
}

/** Puts a reply into the cache with its age, marked stale; a newer one there stays. */
export function restoreQuery(client: QueryClient, { key, data, updatedAt }: PersistedQuery): void {
  // By default what no screen shows within five minutes is dropped; offline nothing brings it back.
  const gcTime = Number.POSITIVE_INFINITY
  const options = client.defaultQueryOptions({ queryKey: key, meta: { isPublic: true }, gcTime })
  const query = client.getQueryCache().build(client, options)
  if (query.state.dataUpdatedAt >= updatedAt) return
  query.setData(data, { updatedAt, manual: true })
  // Refetched when it is shown, whatever its staleTime.
  query.invalidate()
}

interface RestoreOptions {
  client: QueryClient
  preferences: Pick<Preferences, 'read'>
  /** Version and server: another value discards what is stored. */
  buster: string
}

/** Restores the stored queries and returns them. */
export function restoreQueries({ client, preferences, buster }: RestoreOptions): PersistedQuery[] {
  const queries = parseQueries(preferences.read(STORAGE_KEY), buster)
  for (const query of queries) restoreQuery(client, query)
  return queries
}

interface PersistQueriesOptions extends RestoreOptions {
  preferences: Pick<Preferences, 'read' | 'write' | 'remove'>
  /** The window; its pagehide event saves at once. */
  page: Pick<EventTarget, 'addEventListener' | 'removeEventListener'>
}

/**
 * Restores the stored queries and stores each new reply with `meta.isPublic`; nothing personal is
 * written. Removes those that the server no longer has. Returns a function that stops and saves.
 */
export function persistQueries(options: PersistQueriesOptions): () => void {
  const { client, preferences, buster, page } = options
  preferences.remove(OLD_STORAGE_KEY)
  // Outlives the cache, which drops replies that are not shown for a while.
  const stored = new Map(restoreQueries(options).map((query) => [hashKey(query.key), query]))

  let timer: ReturnType<typeof setTimeout> | undefined
  const save = () => {
    clearTimeout(timer)
    timer = undefined
    const isSaved = preferences.write(STORAGE_KEY, serializeQueries(stored.values(), buster))
    // Storage is full: outdated replies are worse than none.
    if (!isSaved) preferences.remove(STORAGE_KEY)
  }
  const unsubscribe = client.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated') return
    const { action, query } = event
    const { meta, queryKey: key, queryHash, state } = query
    const isNew = action.type === 'success' && meta?.isPublic === true
    if (isNew) stored.set(queryHash, { key, data: state.data, updatedAt: state.dataUpdatedAt })
    const isRemoved = action.type === 'error' && isMissing(action.error) && stored.delete(queryHash)
    if (isNew || isRemoved) timer ??= setTimeout(save, SAVE_DELAY_MS)
  })
  const flush = () => {
    if (timer !== undefined) save()
  }
  page.addEventListener('pagehide', flush)
  return () => {
    page.removeEventListener('pagehide', flush)
    unsubscribe()
    flush()
  }
}
