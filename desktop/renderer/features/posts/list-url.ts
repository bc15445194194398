import { PAGE_MAX } from '#shared/rules/paths.ts'

const ID_MAX = 2_147_483_647

function parseInteger(text: string | null | undefined, max: number): number | null {
  if (!text || !/^[1-9]\d{0,15}$/.test(text)) return null
  const number = Number(text)
  return number <= max ? number : null
}

/** Id of a post or case in a path; null when it is malformed. */
export function idOf(text: string | undefined): number | null {
  return parseInteger(text, ID_MAX)
}

/** Id of a vote in a path, which outgrow 32 bits; null when it is malformed. */
export function voteIdOf(text: string | undefined): number | null {
  return parseInteger(text, Number.MAX_SAFE_INTEGER)
}

/** Page of a list in a query, from 1; the first when it is missing or malformed. */
export function pageOf(query: URLSearchParams): number {
  return parseInteger(query.get('page'), PAGE_MAX) ?? 1
}

/** Path with a page in its query; the first page has none. */
export function onPage(path: string, page: number): string {
  return page === 1 ? path : `${path}?page=${page}`
}
