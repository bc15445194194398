import { ApiError } from '#api/infrastructure/errors.ts'

/** Largest request body, in bytes. */
export const BODY_MAX = 256 * 1024
/** How deep a body may nest; those of the contract need three. */
const DEPTH_MAX = 16

/** Counts a body without a declared length as it comes, so that it cannot fill the memory. */
async function readStreamed(request: Request): Promise<Uint8Array> {
  const parts: Uint8Array[] = []
  let length = 0
  for await (const part of request.body ?? []) {
    length += part.byteLength
    if (length > BODY_MAX) throw new ApiError('TOO_LARGE')
    parts.push(part)
  }
  const [only] = parts
  return parts.length === 1 && only ? only : Buffer.concat(parts, length)
}

/** Text that a database cannot hold (U+0000) is refused; lone surrogates become U+FFFD. */
function wellFormed(_key: string, value: unknown): unknown {
  if (typeof value !== 'string') return value
  if (value.includes('\u0000')) throw new ApiError('INVALID', { message: 'Text holds U+0000.' })
  return value.toWellFormed()
}

/** Whether a parsed value has lists or objects within each other on more than `levels` levels. */
function isDeeperThan(levels: number, value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  if (levels === 0) return true
  return Object.values(value).some((inner) => isDeeperThan(levels - 1, inner))
}

/** Reads a body of the given type: at most 256 KB, UTF-8. */
async function readText(request: Request, expected: string): Promise<string> {
  const type = request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase()
  if (type !== expected) throw new ApiError('UNSUPPORTED_MEDIA_TYPE')
  const declared = request.headers.get('content-length')
  if (Number(declared ?? 0) > BODY_MAX) throw new ApiError('TOO_LARGE')
  // HTTP holds a body to its declared length, so it can be taken whole, which is cheaper.
  const bytes = await (declared === null ? readStreamed(request) : request.bytes())
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new ApiError('MALFORMED', { message: 'The body is not UTF-8.' })
  }
}

/** Paths that other servers and their pages post forms to. */
const FORM_PATHS = /\/auth\/oidc\/[^/]+\/(callback|unlinked)$/

/**
 * Reads the body of an API request: a form on the paths of sign-in providers, JSON elsewhere.
 * @throws ApiError UNSUPPORTED_MEDIA_TYPE, TOO_LARGE, MALFORMED, INVALID
 */
export async function readBody(request: Request, path: string): Promise<unknown> {
  if (!FORM_PATHS.test(path)) return readJsonBody(request)
  const text = await readText(request, 'application/x-www-form-urlencoded')
  return Object.fromEntries(new URLSearchParams(text))
}

/**
 * Reads a JSON body: at most 256 KB, UTF-8, `application/json`. A DELETE may come without a body.
 * @throws ApiError UNSUPPORTED_MEDIA_TYPE, TOO_LARGE, MALFORMED, INVALID
 */
export async function readJsonBody(request: Request): Promise<unknown> {
  if (request.method === 'DELETE' && request.body === null) return undefined
  const text = await readText(request, 'application/json')
  let body: unknown
  try {
    // Only an escape can bring in what UTF-8 itself cannot; the walk is paid only then.
    body = /\\u(0000|d[89a-f])/i.test(text) ? JSON.parse(text, wellFormed) : JSON.parse(text)
  } catch (error) {
    if (error instanceof ApiError) throw error
    throw new ApiError('MALFORMED', { message: 'The body is not valid JSON.' })
  }
  // Judging such a body costs the square of its depth: 120 kB of brackets held the server for 10 s.
  if (isDeeperThan(DEPTH_MAX, body)) {
    throw new ApiError('INVALID', { message: 'The body nests too deeply.' })
  }
  return body
}
