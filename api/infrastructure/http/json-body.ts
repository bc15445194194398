import { ApiError } from '#api/infrastructure/errors.ts'
import { parseJson } from './json-text.ts'

/** Largest request body, in bytes. */
export const BODY_MAX = 256 * 1024

export interface BodyOptions {
  /** Largest accepted body, in bytes. */
  maxBytes: number
  /** Called with the bytes read so far while a body without a declared length comes; may reject. */
  onRead?: (bytes: number) => Promise<void>
}

/** The declared length of a body in bytes; null when it is sent in chunks. */
export function declaredLength({ headers }: Request): number | null {
  const declared = headers.get('content-length')
  return declared === null ? null : Number(declared)
}

/** Counts a body without a declared length as it comes, so that it cannot fill the memory. */
async function readStreamed(request: Request, options: BodyOptions): Promise<Uint8Array> {
  const parts: Uint8Array[] = []
  let length = 0
  for await (const part of request.body ?? []) {
    length += part.byteLength
    await options.onRead?.(length)
    if (length > options.maxBytes) throw new ApiError('TOO_LARGE')
    parts.push(part)
  }
  const [only] = parts
  return parts.length === 1 && only ? only : Buffer.concat(parts, length)
}

/** Reads a body of the given type, UTF-8 and not compressed. */
async function readText(request: Request, expected: string, options: BodyOptions): Promise<string> {
  const type = request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase()
  if (type !== expected) throw new ApiError('UNSUPPORTED_MEDIA_TYPE')
  const coding = request.headers.get('content-encoding')?.trim().toLowerCase() ?? 'identity'
  if (coding !== 'identity') {
    throw new ApiError('UNSUPPORTED_MEDIA_TYPE', { message: 'Send the body without compression.' })
  }
  const declared = declaredLength(request)
  if (Number(declared) > options.maxBytes) throw new ApiError('TOO_LARGE')
  // HTTP holds a body to its declared length, so it can be taken whole, which is cheaper.
  const bytes = await (declared === null ? readStreamed(request, options) : request.bytes())
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new ApiError('MALFORMED', { message: 'The body is not UTF-8.' })
  }
}

/**
 * Reads a form of text fields.
 * @throws ApiError UNSUPPORTED_MEDIA_TYPE, TOO_LARGE, MALFORMED
 */
export async function readForm(
  request: Request,
  options: BodyOptions,
): Promise<Record<string, string>> {
  const text = await readText(request, 'application/x-www-form-urlencoded', options)
  return Object.fromEntries(new URLSearchParams(text))
}

/**
 * Reads a JSON body: UTF-8, `application/json`. A DELETE may come without a body.
 * @throws ApiError UNSUPPORTED_MEDIA_TYPE, TOO_LARGE, MALFORMED, INVALID
 */
export async function readJsonBody(
  request: Request,
  options: BodyOptions = { maxBytes: BODY_MAX },
): Promise<unknown> {
  if (request.method === 'DELETE' && request.body === null) return undefined
  return parseJson(await readText(request, 'application/json', options))
}
