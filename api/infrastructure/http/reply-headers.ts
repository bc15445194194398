import { Elysia } from 'elysia'
import { API_PREFIX } from '#shared/contract/common.ts'

/** Headers of every reply; pages of the web build replace some of them. */
const SECURITY_HEADERS = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'cross-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=()',
}

const CORS_HEADERS = {
  'access-control-allow-headers': 'authorization, content-type, if-none-match',
  'access-control-allow-methods': 'GET, POST, PUT',
  'access-control-expose-headers': [
    'etag',
    'retry-after',
    'ratelimit-limit',
    'ratelimit-remaining',
    'ratelimit-reset',
    'x-price-source',
    'x-price-market',
    'x-price-age',
    'x-request-id',
  ].join(', '),
}

const PREFLIGHT_SECONDS = '600'
const API_PATHS = `${API_PREFIX}/`
const AFTER_SCHEME = 'http://'.length

/** Which other origins may read the API's replies. */
export interface CrossOrigin {
  allows(origin: string): boolean
}

export function createCrossOrigin(origins: Iterable<string>): CrossOrigin {
  const allowed = new Set(origins)
  return { allows: (origin) => allowed.has(origin) }
}

/** Adds HSTS where the site is served over https. */
function securityHeaders(publicUrl: string): Record<string, string> {
  if (!publicUrl.startsWith('https:')) return SECURITY_HEADERS
  return { ...SECURITY_HEADERS, 'strict-transport-security': 'max-age=31536000' }
}

/** Headers of every reply of the API, whatever the origin of the request. */
export function apiHeaders(publicUrl: string): Record<string, string> {
  return { ...securityHeaders(publicUrl), ...CORS_HEADERS, vary: 'Origin' }
}

/**
 * Sets security headers on every reply and CORS headers on those of the API, and answers preflight
 * requests. Not @elysiajs/cors: its default headers make Elysia copy every cached reply.
 */
export function replyHeaders(publicUrl: string, { allows }: CrossOrigin) {
  const ofPage = securityHeaders(publicUrl)
  const ofApi = apiHeaders(publicUrl)
  return new Elysia({ name: 'reply-headers' })
    .onRequest(function setReplyHeaders({ request, set }) {
      const { url } = request
      if (!url.startsWith(API_PATHS, url.indexOf('/', AFTER_SCHEME))) {
        Object.assign(set.headers, ofPage)
        return
      }
      Object.assign(set.headers, ofApi)
      const origin = request.headers.get('origin')
      if (origin !== null && allows(origin)) set.headers['access-control-allow-origin'] = origin
    })
    .options(`${API_PREFIX}/*`, ({ set }) => {
      set.headers['access-control-max-age'] = PREFLIGHT_SECONDS
      return new Response(null, { status: 204 })
    })
}
