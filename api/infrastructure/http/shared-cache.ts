/**
 * Request header with which a shared cache (a proxy or CDN) says that it stores the reply for all guests who
 * read this language: `en` or `ko`, the part of its key that stands for Accept-Language and the cookie.
 */
const SHARED_CACHE = 'x-shared-cache'

/** The language for which a shared cache asks; null where its reply must not be shared. */
export function sharedLanguage({ headers }: Request): 'en' | 'ko' | null {
  const language = headers.get(SHARED_CACHE)
  if (language !== 'en' && language !== 'ko') return null
  // Members see their own writes at once, and other origins get headers of their own.
  return headers.has('authorization') || headers.has('origin') ? null : language
}

/**
 * Headers of a reply that a shared cache stores: fresh for a second, and sent for four more while it asks
 * again, so that what is hidden is gone after five. Browsers ask each time.
 */
export const SHARED_HEADERS: Record<string, string> = {
  'cache-control': 'public, max-age=0, s-maxage=1, stale-while-revalidate=4',
  vary: `Accept-Encoding, ${SHARED_CACHE}`,
}

interface ReplyContext {
  set: { headers: Record<string, unknown> }
}

/** Keeps the id and the limits of its request out of a reply that is stored for others. */
export function withoutRequestHeaders({ set }: ReplyContext, response: Response): Response {
  if (response.headers.get('cache-control') === SHARED_HEADERS['cache-control']) set.headers = {}
  return response
}
