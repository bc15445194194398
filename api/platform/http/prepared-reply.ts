/** A reply made once and answered many times: bytes, their gzip, an ETag, ready headers. */
export interface PreparedReply {
  respond(request: Request): Response
}

/** Below this a packet holds it anyway. */
const GZIP_FROM = 1024

export interface PrepareOptions {
  /** Headers of both the full and the 304 reply. */
  headers?: Record<string, string>
  /** What the ETag is made of, where the body holds something that should not change it. */
  tagOf?: string
}

/** Serialises, compresses and tags `value` for all requests to come. */
export function prepareReply(
  value: unknown,
  { headers = {}, tagOf }: PrepareOptions = {},
): PreparedReply {
  const body = JSON.stringify(value)
  const etag = `W/"${Bun.hash(tagOf ?? body).toString(36)}"`
  const common = { ...headers, etag, vary: 'Accept-Encoding, Origin', 'cache-control': 'no-cache' }
  const plain = { ...common, 'content-type': 'application/json' }
  const zipped = body.length >= GZIP_FROM ? Bun.gzipSync(body) : null
  const zippedHeaders = { ...plain, 'content-encoding': 'gzip' }
  return {
    respond(request) {
      const known = request.headers.get('if-none-match')
      if (known !== null && (known === etag || known.includes(etag) || known === '*')) {
        return new Response(null, { status: 304, headers: common })
      }
      if (zipped && request.headers.get('accept-encoding')?.includes('gzip')) {
        return new Response(zipped, { headers: zippedHeaders })
      }
      return new Response(body, { headers: plain })
    },
  }
}
