import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { queryKeys } from '#desktop/renderer/platform/query-keys.ts'
import { useServices, useSession } from '#desktop/renderer/platform/services.ts'
import { dataOf } from '#desktop/shared/api-failure.ts'
import type { SearchKind } from '#shared/contract/search.ts'
import { QUERY_MIN } from '#shared/rules/search-tokens.ts'

/** Words and filters of a search. */
export interface Search {
  /** Words, as typed. */
  q: string
  kind: SearchKind | null
  /** Unique code of the only author; null for everybody. */
  author: string | null
}

/** Whether a typed text is long enough to search for. */
export const isSearchable = (q: string): boolean => q.trim().length >= QUERY_MIN

/** Null for a guest: what is found depends on the reader. */
function useReaderId(): number | null {
  const session = useSession()
  return session.status === 'user' ? session.user.id : null
}

const toQuery = ({ q, kind, author }: Search, before: string | null) => ({
  q: q.trim(),
  ...(kind && { kind }),
  ...(author && { author }),
  ...(before && { before }),
})

/** All results of a search, page by page. */
export function useSearch(search: Search) {
  const { api } = useServices()
  return useInfiniteQuery({
    queryKey: queryKeys.search(search, useReaderId()),
    queryFn: ({ pageParam, signal }) =>
      dataOf(api.search.get({ query: toQuery(search, pageParam), fetch: { signal } })),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    enabled: isSearchable(search.q),
    placeholderData: keepPreviousData,
  })
}

/** The first results for what is typed into the palette; none before two characters. */
export function useFound(q: string) {
  const { api } = useServices()
  const search = { q, kind: null, author: null }
  return useQuery({
    queryKey: [...queryKeys.search(search, useReaderId()), 'first'],
    queryFn: ({ signal }) =>
      dataOf(api.search.get({ query: toQuery(search, null), fetch: { signal } })),
    enabled: isSearchable(q),
    placeholderData: (previous) => (isSearchable(q) ? previous : undefined),
  })
}
