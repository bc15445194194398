import { cors } from '@elysiajs/cors'
import { Elysia } from 'elysia'
import { API_PREFIX } from '#shared/contract/common.ts'
import { createAllowedMethods, type Route } from './allowed-methods.ts'

/** Pages of the web build replace some of them. */
const SECURITY_HEADERS = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'cross-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=()',
}

const ALLOWED_HEADERS = ['authorization', 'content-type', 'if-none-match']
const EXPOSED_HEADERS = [
  'etag',
  'retry-after',
  'ratelimit-limit',
  'ratelimit-remaining',
  'ratelimit-reset',
  'x-request-id',
]

const PREFLIGHT_SECONDS = '600'

/** Which other origins may read the API's replies. */
export interface CrossOrigin {
  allows(origin: string): boolean
}

export function createCrossOrigin(origins: Iterable<string>): CrossOrigin {
  const allowed = new Set(origins)
  return { allows: (origin) => allowed.has(origin) }
}

/** Headers of every reply; HSTS where the site is served over https. */
export function securityHeaders(publicUrl: string): Record<string, string> {
  if (!publicUrl.startsWith('https:')) return SECURITY_HEADERS
  return { ...SECURITY_HEADERS, 'strict-transport-security': 'max-age=31536000' }
}

/** Headers of every reply of the API, whatever the origin of the request; clients may read `exposed`. */
export function apiHeaders(publicUrl: string, exposed: readonly string[]): Record<string, string> {
  return {
    ...securityHeaders(publicUrl),
    'access-control-allow-headers': ALLOWED_HEADERS.join(', '),
    'access-control-expose-headers': [...EXPOSED_HEADERS, ...exposed].join(', '),
    vary: 'Origin',
  }
}

/** Adds CORS headers to replies and answers the preflights of the API with the methods of its routes. */
export function crossOriginReplies(
  { allows }: CrossOrigin,
  routes: readonly Route[],
  exposed: readonly string[],
) {
  const allowedMethods = createAllowedMethods(routes)
  return new Elysia({ name: 'cross-origin-replies' })
    .use(
      cors({
        origin: (request) => allows(request.headers.get('origin') ?? ''),
        credentials: false,
        methods: false,
        allowedHeaders: ALLOWED_HEADERS,
        exposeHeaders: [...EXPOSED_HEADERS, ...exposed],
        // It would answer OPTIONS on every path, pages included.
        preflight: false,
      }),
    )
    .options(`${API_PREFIX}/*`, ({ path, set }) => {
      set.headers['access-control-allow-methods'] = allowedMethods(path).join(', ')
      set.headers['access-control-max-age'] = PREFLIGHT_SECONDS
      return new Response(null, { status: 204 })
    })
}
