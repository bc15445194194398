import { hashKey } from '@tanstack/react-query'
import {
  type PersistedQuery,
  parseQueries,
  restoreQuery,
  STORAGE_KEY,
  serializeQueries,
} from '#desktop/renderer/platform/persisted-queries.ts'
import { queryKeys } from '#desktop/renderer/platform/query-keys.ts'
import type { Services } from '#desktop/renderer/platform/services.ts'
import { isMissing } from '#desktop/shared/api-failure.ts'
import type { VoteSummary } from '#shared/contract/summary.ts'
import { buildOf } from './update-notice.ts'

type ReplyDeps = Pick<Services, 'queries' | 'live' | 'session' | 'platform'>

/** Public replies in the cache since `from` (epoch ms). While live updates arrive the summary is current. */
function publicReplies({ queries, live }: ReplyDeps, from: number): PersistedQuery[] {
  const found = queries.getQueryCache().findAll({
    predicate: ({ meta, state }) => meta?.isPublic === true && state.data !== undefined,
  })
  return found
    .map(({ queryKey: key, state }) => ({ key, data: state.data, updatedAt: state.dataUpdatedAt }))
    .map((reply) => {
      const price = live.price.getState()
      if (reply.key[0] !== queryKeys.summary[0] || live.link.getState() !== 'live') return reply
      return { ...reply, data: Object.assign({}, reply.data, { price }), updatedAt: Date.now() }
    })
    .filter(({ updatedAt }) => updatedAt > from)
}

/**
 * Stores the replies that are the same for everybody whenever the page is hidden or left, for a start
 * without a network. Removes those that the server no longer has; a sign-out removes all. `build` is that of
 * the page.
 */
export function storeReplies(deps: ReplyDeps, build: string): void {
  const { session, platform } = deps
  const { preferences } = platform
  let from = 0
  const save = () => {
    const replies = new Map<string, PersistedQuery>()
    const cache = deps.queries.getQueryCache()
    const stored = parseQueries(preferences.read(STORAGE_KEY), build).filter(
      ({ key }) => !isMissing(cache.get(hashKey(key))?.state.error),
    )
    for (const reply of [...stored, ...publicReplies(deps, from)]) {
      const hash = hashKey(reply.key)
      if ((replies.get(hash)?.updatedAt ?? 0) <= reply.updatedAt) replies.set(hash, reply)
    }
    const isSaved = preferences.write(STORAGE_KEY, serializeQueries(replies.values(), build))
    // Storage is full: drafts need it more.
    if (!isSaved) preferences.remove(STORAGE_KEY)
  }
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') save()
  })
  addEventListener('pagehide', save)
  session.state.subscribe(({ status }, { status: before }) => {
    if (status !== 'guest' || before === 'guest') return
    from = Date.now()
    preferences.remove(STORAGE_KEY)
  })
}

/** Shows the stored replies with their age, and fetches everything once the server answers. */
export function restoreReplies({ queries, live, platform }: ReplyDeps): void {
  const build = buildOf(document.documentElement.outerHTML) ?? ''
  for (const reply of parseQueries(platform.preferences.read(STORAGE_KEY), build)) {
    restoreQuery(queries, reply)
  }
  const price = queries.getQueryData<VoteSummary>(queryKeys.summary)?.price
  if (price && !live.price.getState()) live.price.setState(price, true)
  live.link.setState('offline', true)
  const stop = live.link.subscribe((link) => {
    if (link !== 'live' && link !== 'polling') return
    stop()
    queries.invalidateQueries()
  })
}
