import { inspect } from 'node:util'
import { redact } from './redact.ts'

/** Characters looked at, and characters written: what is cut away cannot be half a secret. */
const READ = 16_000
const WRITTEN = 4_000

/** Line ends, and the control characters by which a text could pretend to be something else. */
const UNPRINTABLE = /[\p{Cc}\p{Zl}\p{Zp}]+/gu

/** An entry of the log: one line, at most 4,000 characters, without secrets. */
export function entry(message: string, detail?: unknown): string {
  const whole = detail === undefined ? message : `${message}: ${inWords(detail)}`
  const text = redact(whole.slice(0, READ).replace(UNPRINTABLE, ' '))
  return text.length > WRITTEN ? `${text.slice(0, WRITTEN)} …` : text
}

function inWords(detail: unknown): string {
  if (typeof detail === 'string') return detail
  try {
    return inspect(detail, { depth: 4, breakLength: Number.POSITIVE_INFINITY, compact: true })
  } catch {
    return 'a value that cannot be shown'
  }
}
