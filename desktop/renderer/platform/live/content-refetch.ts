import { partialMatchKey, type Query, type QueryClient } from '@tanstack/react-query'
import { KEYS_WITH_NAMES, queryKeys } from '#desktop/renderer/platform/query-keys.ts'
import type { StreamMessage } from '#shared/contract/stream.ts'

type Change = Pick<Extract<StreamMessage, { type: 'content' }>, 'target' | 'id' | 'texts'>
type Key = Pick<Query, 'queryKey'>

interface ContentRefetchDeps {
  queries: Pick<QueryClient, 'invalidateQueries'>
  /** Whether this is the signed-in user. */
  isOwn: (userId: number) => boolean
  after: (ms: number, task: () => void) => void
  /** Uniform in `[0, 1)`. */
  random: () => number
}

/** Pages do not all fetch at the same moment after a rename (ms). */
const SPREAD_MS = 2_000

/** Everything but the summary, which live updates replace. */
export const isList = ({ queryKey }: Key) => queryKey[0] !== queryKeys.summary[0]

const showsNames = ({ queryKey }: Key) =>
  KEYS_WITH_NAMES.some((beginning) => partialMatchKey(queryKey, beginning))

/**
 * Refetches what a change concerns: all lists after one of texts or of the signed-in user, and what shows names
 * after a rename of another user. Anybody can rename often, and every page fetches after it.
 */
export function createContentRefetch(deps: ContentRefetchDeps): (change: Change) => void {
  const { queries, isOwn, after, random } = deps
  let isScheduled = false

  return ({ target, id, texts = false }) => {
    if (target !== 'user' || texts || isOwn(id)) {
      void queries.invalidateQueries({ predicate: isList })
      return
    }
    if (isScheduled) return
    isScheduled = true
    after(random() * SPREAD_MS, () => {
      isScheduled = false
      void queries.invalidateQueries({ predicate: showsNames })
    })
  }
}
