const ID_MAX = 2_147_483_647
const PAGE_MAX = 1_000_000_000

function wholeNumber(text: string | null | undefined, most: number): number | null {
  if (!text || !/^[1-9]\d{0,9}$/.test(text)) return null
  const number = Number(text)
  return number <= most ? number : null
}

/** The id of a vote or post in an address; null when it cannot be one. */
export function idOf(text: string | undefined): number | null {
  return wholeNumber(text, ID_MAX)
}

/** The page of a list that a query asks for, from 1; the first when it asks for none that can be. */
export function pageOf(query: URLSearchParams): number {
  return wholeNumber(query.get('page'), PAGE_MAX) ?? 1
}

/** An address on a page of the list; the first page is the address itself. */
export function onPage(path: string, page: number): string {
  return page === 1 ? path : `${path}?page=${page}`
}
