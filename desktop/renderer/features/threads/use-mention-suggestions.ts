import { useQuery } from '@tanstack/react-query'
import { queryKeys } from '#desktop/renderer/platform/query-keys.ts'
import { useServices, useUser } from '#desktop/renderer/platform/services.ts'
import { useDebounced } from '#desktop/renderer/platform/use-debounced.ts'
import { dataOf } from '#desktop/shared/api-failure.ts'
import type { UserName } from '#shared/contract/common.ts'
import { threadPeople } from './api.ts'
import { suggestedPeople } from './mention-suggestions.ts'
import type { ThreadSubject } from './thread-subject.ts'

/** Delay between the last keystroke and the request, ms. */
const PAUSE_MS = 200
const FRESH_MS = 60_000

/**
 * People for the beginning of a name: those of the thread at once, then others of the site. Without an answer
 * of the server only those of the thread. None for null and for guests.
 */
export function useMentionSuggestions(
  { thread, author }: ThreadSubject,
  query: string | null,
): readonly UserName[] {
  const { api, queries } = useServices()
  const user = useUser()
  const requested = useDebounced(query?.normalize('NFC') ?? '', PAUSE_MS)
  const { data: found = [] } = useQuery({
    queryKey: queryKeys.userSuggestions(requested, user?.id ?? null),
    queryFn: ({ signal }) =>
      dataOf(api.users.suggest.get({ query: { q: requested }, fetch: { signal } })),
    enabled: query !== null && requested !== '' && user !== null,
    staleTime: FRESH_MS,
    // The next keystroke sends another request.
    retry: false,
    placeholderData: (previous) => previous,
  })
  if (query === null || !user) return []
  return suggestedPeople(query, [author, ...threadPeople(queries, thread)], found, user.uniqueCode)
}
