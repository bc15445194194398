import { cors } from '@elysiajs/cors'
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

const ALLOWED_METHODS = ['GET', 'POST', 'PUT']
const ALLOWED_HEADERS = ['authorization', 'content-type', 'if-none-match']
const EXPOSED_HEADERS = [
  'etag',
  'retry-after',
  'ratelimit-limit',
  'ratelimit-remaining',
  'ratelimit-reset',
  'x-price-source',
  'x-price-market',
  'x-price-age',
  'x-request-id',
]

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
  return {
    ...securityHeaders(publicUrl),
    'access-control-allow-headers': ALLOWED_HEADERS.join(', '),
    'access-control-allow-methods': ALLOWED_METHODS.join(', '),
    'access-control-expose-headers': EXPOSED_HEADERS.join(', '),
    vary: 'Origin',
  }
}

/** Sets security headers on every reply, CORS headers on those of the API, and answers preflights. */
export function replyHeaders(publicUrl: string, { allows }: CrossOrigin) {
  const headers = securityHeaders(publicUrl)
  return (
    new Elysia({ name: 'reply-headers' })
      // Its own preflight would answer OPTIONS on every path, pages included.
      .use(
        cors({
          origin: (request) => allows(request.headers.get('origin') ?? ''),
          credentials: false,
          methods: ALLOWED_METHODS,
          allowedHeaders: ALLOWED_HEADERS,
          exposeHeaders: EXPOSED_HEADERS,
          preflight: false,
        }),
      )
      .onRequest(function setReplyHeaders({ request: { url }, set }) {
        const isApi = url.startsWith(API_PATHS, url.indexOf('/', AFTER_SCHEME))
        if (isApi) Object.assign(set.headers, headers)
        else set.headers = { ...headers }
      })
      .options(`${API_PREFIX}/*`, ({ set }) => {
        set.headers['access-control-max-age'] = PREFLIGHT_SECONDS
        return new Response(null, { status: 204 })
      })
  )
}
