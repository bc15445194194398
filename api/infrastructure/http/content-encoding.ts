import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'

/** Sent so often, a reply is worth a second of processor time; quiet servers and tests save it. */
const WORTH_FROM = 20

const compress = promisify(brotliCompress)

/** The Brotli form of a body, which is a third smaller than gzip for lists of prices. */
export interface BrotliCopy {
  /** Counts a request that accepts it. Null until it is ready. */
  request(): Uint8Array<ArrayBuffer> | null
}

/** Compresses `body` at the highest quality, in a thread, once it is requested often. */
export function createBrotliCopy(body: Uint8Array<ArrayBuffer>): BrotliCopy {
  let requests = 0
  let copy: Uint8Array<ArrayBuffer> | null = null
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
  }
  const make = async () => {
    copy = new Uint8Array(await compress(body, { params }))
  }
  return {
    request() {
      requests += 1
      // Without it, clients get gzip.
      if (requests === WORTH_FROM) make().catch(() => {})
      return copy
    },
  }
}

const REFUSED = /^q\s*=\s*0(?:\.0{0,3})?$/

/** Whether Accept-Encoding (RFC 9110, 12.5.3) accepts `coding`; `;q=0` refuses one, or by `*` the rest. */
export function acceptsEncoding(header: string | null, coding: string): boolean {
  if (header === null) return false
  let isOtherAccepted = false
  for (const item of header.toLowerCase().split(',')) {
    const [name, ...parameters] = item.split(';').map((part) => part.trim())
    const isAccepted = !parameters.some((parameter) => REFUSED.test(parameter))
    if (name === coding) return isAccepted
    if (name === '*') isOtherAccepted = isAccepted
  }
  return isOtherAccepted
}
