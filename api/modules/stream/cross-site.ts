import type { CrossOrigin } from '#api/infrastructure/http/reply-headers.ts'

/**
 * Whether the request comes from a page of another site. Browsers let any page open a WebSocket, which
 * could read the stream and exhaust the sockets of its visitor's address.
 */
export function isCrossSite(
  { headers }: Request,
  { allows }: Pick<CrossOrigin, 'allows'>,
): boolean {
  const origin = headers.get('origin')
  if (origin === null || allows(origin)) return false
  const page = URL.parse(origin)
  return page === null || page.host === '' || page.host !== headers.get('host')
}
