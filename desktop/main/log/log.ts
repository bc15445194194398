import { appendFileSync, mkdirSync, renameSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { inspect } from 'node:util'
import { redact } from '#shared/rules/redact.ts'

/** The log of the main process; every entry is one line without secrets. */
export interface Log {
  /** Development only; not written by an installed app. */
  debug: Write
  info: Write
  /** A recoverable problem. */
  warn: Write
  error: Write
}

/** `detail` follows the message: an error with stack and causes, or any value. */
export type Write = (message: string, detail?: unknown) => void

/** Bytes of the file after which it becomes `main.old.log`, replacing the one before. */
const MAX_SIZE = 1_000_000

interface LogOptions {
  /** Log folder; created when missing. */
  folder: string
  /** An installed app logs from `info` on, to the file only. */
  isPackaged: boolean
  /** Epoch milliseconds. */
  now: () => number
}

/**
 * Writes `main.log` and rotates it to `main.old.log`. Synchronous, so that the last entry before a
 * crash is written. A read-only folder is reported on the terminal, once.
 */
export function createLog({ folder, isPackaged, now }: LogOptions): Log {
  const file = join(folder, 'main.log')
  let isReported = false
  const append = (line: string) => {
    try {
      mkdirSync(folder, { recursive: true })
      const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0
      if (size > MAX_SIZE) renameSync(file, join(folder, 'main.old.log'))
      // Readable by its owner only.
      appendFileSync(file, `${line}\n`, { mode: 0o600 })
    } catch (error) {
      if (!isReported) console.error(entry('the log cannot be written', error))
      isReported = true
    }
  }
  const writing = (level: keyof Log) => (message: string, detail?: unknown) => {
    if (isPackaged && level === 'debug') return
    const line = `${new Date(now()).toISOString()} ${level} ${entry(message, detail)}`
    append(line)
    if (!isPackaged) console[level](line)
  }
  return {
    debug: writing('debug'),
    info: writing('info'),
    warn: writing('warn'),
    error: writing('error'),
  }
}

/** Characters read and written. More is read than written, so that no secret is cut in half. */
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
