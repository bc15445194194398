const LOOPBACK = new Set(['127.0.0.1', '[::1]', 'localhost'])

/** The address when it is on https or on this computer, with no name or password in it; else null. */
export function safeAddress(address: unknown): URL | null {
  const url = typeof address === 'string' ? URL.parse(address) : null
  if (!url || url.username || url.password) return null
  if (url.protocol === 'https:') return url
  return url.protocol === 'http:' && LOOPBACK.has(url.hostname) ? url : null
}
