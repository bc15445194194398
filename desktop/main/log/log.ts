import { join } from 'node:path'
import { inspect } from 'node:util'
import type { MainLogger, NodeLogger } from 'electron-log'
import { redact } from './redact.ts'

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
  /** Export of `electron-log/node`; the Electron entry would open IPC channels to every window. */
  electronLog: Pick<NodeLogger | MainLogger, 'create'>
  /** Log folder; created when missing. */
  folder: string
  /** An installed app logs from `info` on, to the file only. */
  isPackaged: boolean
}

/**
 * Writes `main.log` and rotates it to `main.old.log`. Synchronous, so that the last entry before a
 * crash is written. A read-only folder is reported on the terminal.
 */
export function createLog({ electronLog, folder, isPackaged }: LogOptions): Log {
  const logger = electronLog.create({ logId: `tidemark:${folder}` })
  const { file, console: terminal } = logger.transports
  const level = isPackaged ? 'info' : 'debug'
  file.level = level
  file.maxSize = MAX_SIZE
  file.format = '{iso} {level} {text}'
  // Readable by its owner only.
  file.writeOptions = { flag: 'a', mode: 0o600, encoding: 'utf8' }
  file.setAppName('Tidemark')
  file.resolvePathFn = () => join(folder, 'main.log')
  terminal.level = isPackaged ? false : level

  const writing = (name: keyof Log) => (message: string, detail?: unknown) =>
    logger[name](entry(message, detail))
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
