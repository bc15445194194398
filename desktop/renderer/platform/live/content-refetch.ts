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

/** Pages do not all fetch at the same moment after a rename, or after lost events (ms). */
const SPREAD_MS = 2_000

/** Everything but the summary, which live updates replace. */
export const isList = ({ queryKey }: Key) => queryKey[0] !== queryKeys.summary[0]

const showsNames = ({ queryKey }: Key) =>
  KEYS_WITH_NAMES.some((beginning) => partialMatchKey(queryKey, beginning))

export interface ContentRefetch {
  /**
   * Refetches what a change concerns: all lists after one of texts or of the signed-in user, and what shows names
   * after a rename of another user. Anybody can rename often, and every page fetches after it.
   */
  onChange(change: Change): void
  /** Refetches all lists, because changes may have been missed. */
  onMissed(): void
}

export function createContentRefetch(deps: ContentRefetchDeps): ContentRefetch {
  const { queries, isOwn, after, random } = deps
  /** Refetches once after a random wait, however often it is called meanwhile. */
  const spread = (predicate: (query: Key) => boolean) => {
    let isScheduled = false
    return () => {
      if (isScheduled) return
      isScheduled = true
      after(random() * SPREAD_MS, () => {
        isScheduled = false
        void queries.invalidateQueries({ predicate })
      })
    }
  }
  const refetchNames = spread(showsNames)
  return {
    onChange({ target, id, texts = false }) {
      if (target === 'user' && !texts && !isOwn(id)) return refetchNames()
      void queries.invalidateQueries({ predicate: isList })
    },
    onMissed: spread(isList),
  }
}
