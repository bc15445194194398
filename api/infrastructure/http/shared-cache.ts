/**
 * Request header with which a shared cache (a proxy or CDN) says that it stores the reply for all guests who
 * read this language: `en` or `ko`, the part of its key that stands for Accept-Language and the cookie.
 */
const SHARED_CACHE = 'x-shared-cache'

/** The language that a shared cache requests; null where its reply must not be shared. */
export function sharedLanguage({ headers }: Request): 'en' | 'ko' | null {
  const language = headers.get(SHARED_CACHE)
  if (language !== 'en' && language !== 'ko') return null
  // Members see their own writes at once, and other origins get headers of their own.
  return headers.has('authorization') || headers.has('origin') ? null : language
}

/**
 * Headers of a reply that a shared cache stores: fresh for a second, and stale for four more while the cache
 * revalidates, so that hidden content is gone after five. Browsers revalidate each time.
 */
export const SHARED_HEADERS: Record<string, string> = {
  'cache-control': 'public, max-age=0, s-maxage=1, stale-while-revalidate=4',
  vary: `Accept-Encoding, ${SHARED_CACHE}`,
}

interface ReplyContext {
  set: { headers: Record<string, unknown> }
}

/** Removes the request id and the rate limits of its request from a reply that a shared cache stores. */
export function withoutRequestHeaders({ set }: ReplyContext, response: Response): Response {
  if (response.headers.get('cache-control') === SHARED_HEADERS['cache-control']) set.headers = {}
  return response
}
