/** The page of a list that an address asks for, from 1; the first when it says none or nonsense. */
export function pageOf(search: URLSearchParams): number {
  const page = Number(search.get('page') ?? 1)
  return Number.isSafeInteger(page) && page >= 1 && page <= 1_000_000_000 ? page : 1
}

/** A path with a page of the list that lies on it; the first needs no mention. */
export function withPage(path: string, page: number): string {
  return page > 1 ? `${path}?page=${page}` : path
}

/** The id at the end of a path; null when it is none. */
export function idOf(text: string | undefined): number | null {
  return text && /^[1-9]\d{0,9}$/.test(text) ? Number(text) : null
}

/** Where a vote was begun, as the navigation's state says it: a path of this site, else `otherwise`. */
export function originOf(state: unknown, otherwise: string): string {
  const from = typeof state === 'object' && state !== null && 'from' in state ? state.from : null
  return typeof from === 'string' && /^\/(?!\/)/.test(from) ? from : otherwise
}
