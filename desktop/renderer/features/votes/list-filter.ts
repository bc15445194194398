import { pageOf } from '#desktop/renderer/features/posts/list-url.ts'
import type { VoteFilter } from '#shared/contract/votes.ts'

/** The chips of the list, in their order; `all` is the list without a filter. */
export const VOTE_FILTERS = ['all', 'round', 'notes', 'mine'] as const satisfies (
  | 'all'
  | VoteFilter
)[]
export type ListFilter = (typeof VOTE_FILTERS)[number]

/** One page of the list under one of its filters. */
export interface ListPlace {
  filter: ListFilter
  /** From 1. */
  page: number
}

/** The filter and page in a query; all votes and the first page where it has none. */
export function placeOf(query: URLSearchParams): ListPlace {
  const wanted = query.get('filter')
  return { filter: VOTE_FILTERS.find((known) => known === wanted) ?? 'all', page: pageOf(query) }
}

/** A path with filter and page in its query; the first page of all votes has none. */
export function atPlace(path: string, { filter, page }: ListPlace): string {
  const query = new URLSearchParams()
  if (filter !== 'all') query.set('filter', filter)
  if (page > 1) query.set('page', String(page))
  return query.size > 0 ? `${path}?${query}` : path
}
