import { ApiError } from '#api/infrastructure/errors.ts'

/** How deep a body may nest; those of the contract need three. */
const DEPTH_MAX = 16
/** Values in a body; those of the contract have at most 251, fifty events. */
const VALUES_MAX = 1000

const QUOTE = 0x22
const COMMA = 0x2c
const BACKSLASH = 0x5c
const LIST = 0x5b
const LIST_END = 0x5d
const OBJECT = 0x7b
const OBJECT_END = 0x7d

/** Index of the quote that ends a string of `text`; its length if there is none. */
function endOfString(text: string, start: number): number {
  for (let index = start; index < text.length; index++) {
    const unit = text.charCodeAt(index)
    if (unit === BACKSLASH) index++
    else if (unit === QUOTE) return index
  }
  return text.length
}

/**
 * Refuses what is costly to parse, validate or copy before any of it is done. 127,000 zeros or keys, or
 * 120 kB of brackets, would hold the server for milliseconds to seconds.
 */
function checkShape(text: string): void {
  let depth = 0
  let values = 1
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index)
    if (unit === QUOTE) index = endOfString(text, index + 1)
    else if (unit === LIST || unit === OBJECT) {
      depth++
      values++
    } else if (unit === LIST_END || unit === OBJECT_END) depth--
    else if (unit === COMMA) values++
    if (depth > DEPTH_MAX) throw new ApiError('INVALID', { message: 'The body nests too deeply.' })
    if (values > VALUES_MAX) {
      throw new ApiError('INVALID', { message: 'The body has too many values.' })
    }
  }
}

/** Text that a database cannot hold (U+0000) is refused; lone surrogates become U+FFFD. */
function wellFormed(_key: string, value: unknown): unknown {
  if (typeof value !== 'string') return value
  if (value.includes('\u0000')) throw new ApiError('INVALID', { message: 'Text holds U+0000.' })
  return value.toWellFormed()
}

/** Escapes that can bring in what UTF-8 itself cannot. */
const ESCAPES = /\\u(0000|d[89a-f])/i

/**
 * Parses JSON of at most 1,000 values on 16 levels.
 * @throws ApiError MALFORMED, INVALID
 */
export function parseJson(text: string): unknown {
  checkShape(text)
  try {
    return ESCAPES.test(text) ? JSON.parse(text, wellFormed) : JSON.parse(text)
  } catch (error) {
    if (error instanceof ApiError) throw error
    throw new ApiError('MALFORMED', { message: 'The body is not valid JSON.' })
  }
}
