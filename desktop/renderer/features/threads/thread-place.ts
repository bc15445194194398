import type { ReplyFilter, ReplySort } from '#shared/contract/replies.ts'
import { ID_PATTERN } from '#shared/rules/paths.ts'

export const FILTERS = ['all', 'called', 'other'] as const satisfies ('all' | ReplyFilter)[]
export const SORTS = ['oldest', 'best'] as const satisfies ReplySort[]

/** How an address shows a thread. */
export interface ThreadPlace {
  sort: ReplySort
  filter: ReplyFilter | null
  /** The reply that a link names; only in the order by age, without a filter. */
  reply: number | null
}

/** Names in the query; `filter` and `page` there are those of the list below. */
const NAMES = { sort: 'order', filter: 'replies', reply: 'reply' } as const

/** The place of a thread in a query: all replies by age where it names nothing else. */
export function threadPlaceOf(query: URLSearchParams): ThreadPlace {
  const reply = query.get(NAMES.reply) ?? ''
  if (new RegExp(`^${ID_PATTERN}$`).test(reply)) {
    return { sort: 'oldest', filter: null, reply: Number(reply) }
  }
  const filter = query.get(NAMES.filter)
  return {
    sort: query.get(NAMES.sort) === 'best' ? 'best' : 'oldest',
    filter: filter === 'called' || filter === 'other' ? filter : null,
    reply: null,
  }
}

/** The query of an address with another place of its thread; the rest of it stays. */
export function atThreadPlace(query: URLSearchParams, place: Partial<ThreadPlace>): string {
  const next = new URLSearchParams(query)
  for (const name of Object.values(NAMES)) next.delete(name)
  const { sort, filter, reply } = place
  if (reply != null) next.set(NAMES.reply, String(reply))
  else {
    if (filter) next.set(NAMES.filter, filter)
    if (sort === 'best') next.set(NAMES.sort, sort)
  }
  return next.size > 0 ? `?${next}` : ''
}
