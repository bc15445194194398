import { cors } from '@elysiajs/cors'

const METHODS = ['GET', 'POST', 'PUT']
const ALLOWED = ['authorization', 'content-type', 'if-none-match']
const EXPOSED = [
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

/** Which other origins may read the API's replies. */
export interface CrossOrigin {
  allows(origin: string): boolean
  /** What the plugin puts on every reply, whoever asks. */
  headers: Record<string, string>
}

/** Allows the origins named. */
export function createCrossOrigin(origins: Iterable<string>): CrossOrigin {
  const allowed = new Set(origins)
  return {
    allows: (origin) => allowed.has(origin),
    headers: {
      'access-control-allow-headers': ALLOWED.join(', '),
      'access-control-allow-methods': METHODS.join(', '),
      'access-control-expose-headers': EXPOSED.join(', '),
    },
  }
}

/** The plugin that answers preflights and marks what routes answer. */
export function crossOriginPlugin({ allows }: CrossOrigin) {
  return cors({
    origin: (request) => allows(request.headers.get('origin') ?? ''),
    credentials: false,
    methods: METHODS,
    allowedHeaders: ALLOWED,
    exposeHeaders: EXPOSED,
    maxAge: 600,
  })
}
