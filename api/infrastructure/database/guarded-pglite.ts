import { statfsSync } from 'node:fs'
import {
  type ExecProtocolOptions,
  PGlite,
  type PGliteOptions,
  type QueryOptions,
  type Transaction,
} from '@electric-sql/pglite'

const MB = 1_000_000
/**
 * Free disk space that writes must leave: three segments of the write-ahead log. Without room for a
 * segment PostgreSQL panics, which ends the in-process database.
 */
const RESERVE = 48 * MB

/** The disk is full. Has PostgreSQL's SQLSTATE for it, so that callers get 503. */
export class DiskFull extends Error {
  readonly code = '53100'
  constructor(folder: string, free: number) {
    super(
      `The disk of ${folder} is full: ${Math.floor(free / MB)} MB are free, ` +
        `${RESERVE / MB} MB are needed. Free some space.`,
    )
  }
}

/** @throws DiskFull when the disk of `folder` has less free space than the reserve */
export function checkDiskSpace(folder: string): void {
  const { bavail, bsize } = statfsSync(folder)
  const free = bavail * bsize
  if (free < RESERVE) throw new DiskFull(folder, free)
}

/** Whether a statement is known to be read-only. */
export function isReadOnly(statement: string): boolean {
  if (/^\s*select\b/i.test(statement)) return true
  return /^\s*with\b/i.test(statement) && !/\b(insert|update|delete|merge)\b/i.test(statement)
}

/** The in-process database panicked; a restart recovers it from its log. */
class DatabaseStopped extends Error {
  readonly code = '57P02'
  constructor(cause?: unknown) {
    super('The embedded database stopped after a panic. Restart the server.', { cause })
  }
}

const isPanic = (error: unknown) =>
  error instanceof Error && 'severity' in error && error.severity === 'PANIC'

/**
 * PGlite that refuses writes while the disk is nearly full, and fails instead of hanging after a panic. In
 * memory (without `dataDir`) no disk is checked.
 */
export class GuardedPglite extends PGlite {
  readonly #checkDiskSpace: () => void
  #hasPanicked = false

  constructor(options: PGliteOptions) {
    super(options)
    const { dataDir } = options
    this.#checkDiskSpace = () => dataDir !== undefined && checkDiskSpace(dataDir)
  }

  override async query<T>(text: string, values?: unknown[], options?: QueryOptions) {
    if (!isReadOnly(text)) this.#checkDiskSpace()
    return super.query<T>(text, values, options)
  }

  override async exec(text: string, options?: QueryOptions) {
    this.#checkDiskSpace()
    return super.exec(text, options)
  }

  override async transaction<T>(work: (transaction: Transaction) => Promise<T>) {
    this.#checkDiskSpace()
    return super.transaction(work)
  }

  /** Every statement passes here, including those of transactions. */
  override async execProtocolStream(message: Uint8Array, options?: ExecProtocolOptions) {
    if (this.#hasPanicked) throw new DatabaseStopped()
    try {
      return await super.execProtocolStream(message, options)
    } catch (error) {
      if (!isPanic(error)) throw error
      this.#hasPanicked = true
      throw new DatabaseStopped(error)
    }
  }

  override async close() {
    // After a panic no checkpoint can be written; the next start replays the log.
    if (!this.#hasPanicked) await super.close()
  }
}
