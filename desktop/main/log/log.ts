import { join } from 'node:path'
import { inspect } from 'node:util'
import type { MainLogger, NodeLogger } from 'electron-log'
import { redact } from './redact.ts'

/** Where the main process writes what happened; every entry is one line without secrets. */
export interface Log {
  /** What only a developer asks for; not written by an installed app. */
  debug: Write
  info: Write
  /** Something went wrong and the app goes on by itself. */
  warn: Write
  error: Write
}

/** `detail` is told after the message: an error with its stack and causes, or any value. */
export type Write = (message: string, detail?: unknown) => void

/** Bytes of the file after which it becomes `main.old.log`, replacing the one before. */
const MAX_SIZE = 1_000_000

interface LogOptions {
  /** What `electron-log/node` exports; its entry for Electron would open channels to every window. */
  electronLog: Pick<NodeLogger | MainLogger, 'create'>
  /** The app's folder for logs; made when it is missing. */
  folder: string
  /** An installed app writes from `info` on and to the file alone; else also to the terminal. */
  isPackaged: boolean
}

/**
 * The log of the main process: `main.log` in `folder`, and `main.old.log` before it. Written at
 * once, so that the last words before a crash are there; a folder that cannot be written to is said
 * on the terminal and is no error.
 */
export function createLog({ electronLog, folder, isPackaged }: LogOptions): Log {
  const logger = electronLog.create({ logId: `tidemark:${folder}` })
  const { file, console: terminal } = logger.transports
  const level = isPackaged ? 'info' : 'debug'
  file.level = level
  file.maxSize = MAX_SIZE
  file.format = '{iso} {level} {text}'
  // Only the person it belongs to.
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
