import { acceptsEncoding, type BrotliCopy, createBrotliCopy } from './http/content-encoding.ts'
import { SHARED_HEADERS, sharedLanguage } from './http/shared-cache.ts'

/** A header whose value changes while the reply stays the same; null omits it. */
export interface MovingHeader {
  name: string
  read(): string | null
}

export interface PrepareOptions {
  headers?: Record<string, string>
  moving?: MovingHeader
  /** Source of the ETag, where parts of the body must not change it. */
  tagOf?: string
  /** Media type of the body; JSON by default. */
  type?: string
  /** Request headers that select the reply, beside the encoding. */
  vary?: string
  /** Age (ms) at which it is built again; it shows a price or a time. */
  maxAgeMs?: number
  /** Offers Brotli as well, for a large body that stays the same for minutes. */
  hasBrotli?: boolean
}

/** A serialized reply, the same for every client. */
export interface PreparedReply {
  body: Uint8Array<ArrayBuffer>
  gzip: Uint8Array<ArrayBuffer> | null
  brotli: BrotliCopy | null
  etag: string
  type: string
  headers: Record<string, string>
  moving: MovingHeader | null
  /** Age (ms) at which it is built again. */
  maxAgeMs: number
}

/** Headers, keys and objects of a cached reply, roughly. */
const OVERHEAD_BYTES = 4096

/** Memory of a reply in bytes, to bound caches. */
export function replyBytes({ body, gzip, brotli }: PreparedReply): number {
  const zipped = gzip?.length ?? 0
  // A Brotli copy is made later, and smaller than gzip's.
  return OVERHEAD_BYTES + body.length + zipped + (brotli ? zipped : 0)
}

/** Smaller bodies fit into one packet anyway. */
const GZIP_MIN_BYTES = 1024

/** Serializes, compresses and tags `value`. */
export function prepareReply(value: unknown, options: PrepareOptions = {}): PreparedReply {
  return prepareText(JSON.stringify(value), options)
}

/** Compresses and tags a text. */
export function prepareText(text: string, options: PrepareOptions = {}): PreparedReply {
  const { type = 'application/json', vary = 'Origin' } = options
  const body = new TextEncoder().encode(text)
  const etag = `W/"${Bun.hash(options.tagOf ?? text).toString(36)}"`
  const always = { etag, vary: `Accept-Encoding, ${vary}`, 'cache-control': 'no-cache' }
  return {
    body,
    gzip: body.length >= GZIP_MIN_BYTES ? Bun.gzipSync(body) : null,
    brotli: options.hasBrotli ? createBrotliCopy(body) : null,
    etag,
    type,
    headers: { ...options.headers, ...always },
    moving: options.moving ?? null,
    maxAgeMs: options.maxAgeMs ?? Number.POSITIVE_INFINITY,
  }
}

/** Tags bytes that are compressed already, such as a picture, by their hash. */
export function prepareBytes(
  body: Uint8Array<ArrayBuffer>,
  options: Required<Pick<PrepareOptions, 'type' | 'vary' | 'headers' | 'maxAgeMs'>>,
): PreparedReply {
  const { type, vary, headers, maxAgeMs } = options
  const etag = `"${Bun.hash(body).toString(36)}"`
  const always = { etag, vary, 'cache-control': 'no-cache' }
  return {
    body,
    gzip: null,
    brotli: null,
    etag,
    type,
    headers: { ...always, ...headers },
    moving: null,
    maxAgeMs,
  }
}

interface HeaderSet {
  status?: number
  headers: Headers
}

/** The headers of a reply by how it is sent. */
interface HeaderSets {
  unchanged: HeaderSet
  plain: HeaderSet
  zipped: HeaderSet
  dense: HeaderSet
  /** The moving header's value in them. */
  shown: string | null
}

/** A Headers object made in advance costs a third of an object literal read for each reply. */
function headerSets(headers: Record<string, string>, type: string): HeaderSets {
  const unchanged = { status: 304, headers: new Headers(headers) }
  const plain = { headers: new Headers(headers) }
  plain.headers.set('content-type', type)
  const zipped = { headers: new Headers(plain.headers) }
  zipped.headers.set('content-encoding', 'gzip')
  const dense = { headers: new Headers(plain.headers) }
  dense.headers.set('content-encoding', 'br')
  return { unchanged, plain, zipped, dense, shown: null }
}

/** Makes the function that sends `reply`, plain, compressed or as 304, with `headers` added. */
export function responder(reply: PreparedReply, headers: Record<string, string> = {}) {
  const { body, gzip, brotli, etag, type, moving } = reply
  const own = headerSets({ ...headers, ...reply.headers }, type)
  let shared: HeaderSets | null = null

  const updateMoving = (sets: HeaderSets, { name, read }: MovingHeader) => {
    const value = read()
    if (value === sets.shown) return
    sets.shown = value
    for (const { headers } of [sets.unchanged, sets.plain, sets.zipped, sets.dense]) {
      if (value === null) headers.delete(name)
      else headers.set(name, value)
    }
  }
  const setsFor = (request: Request) => {
    if (sharedLanguage(request) === null) return own
    shared ??= headerSets({ ...headers, ...reply.headers, ...SHARED_HEADERS }, type)
    return shared
  }
  return (request: Request): Response => {
    const sets = setsFor(request)
    if (moving) updateMoving(sets, moving)
    const known = request.headers.get('if-none-match')
    if (known !== null && (known.includes(etag) || known === '*')) {
      return new Response(null, sets.unchanged)
    }
    const encodings = request.headers.get('accept-encoding')
    const copy = brotli && acceptsEncoding(encodings, 'br') ? brotli.request() : null
    if (copy) return new Response(copy, sets.dense)
    const isZipped = gzip && acceptsEncoding(encodings, 'gzip')
    return isZipped ? new Response(gzip, sets.zipped) : new Response(body, sets.plain)
  }
}
