import {
  type ExecProtocolOptions,
  PGlite,
  type PGliteOptions,
  type QueryOptions,
  type Transaction,
} from '@electric-sql/pglite'
import { isReading, needRoom } from './disk-room.ts'

/** The database in this process panicked; it is well again after a restart. */
class DatabaseStopped extends Error {
  readonly code = '57P02'
  constructor(cause?: unknown) {
    super('The embedded database stopped after a panic. Restart the server.', { cause })
  }
}

const isPanic = (error: unknown) =>
  error instanceof Error && 'severity' in error && error.severity === 'PANIC'

/**
 * PGlite that minds the disk: it refuses to write while there is hardly any room, and once it has
 * panicked it answers with an error instead of never. In memory (without `dataDir`) it is as ever.
 */
export class GuardedPglite extends PGlite {
  readonly #folder: string | undefined
  #hasPanicked = false

  constructor(options: PGliteOptions) {
    super(options)
    this.#folder = options.dataDir
  }

  #need(): void {
    if (this.#folder !== undefined) needRoom(this.#folder)
  }

  override async query<T>(query: string, values?: unknown[], options?: QueryOptions) {
    if (!isReading(query)) this.#need()
    return super.query<T>(query, values, options)
  }

  override async exec(query: string, options?: QueryOptions) {
    this.#need()
    return super.exec(query, options)
  }

  override async transaction<T>(work: (transaction: Transaction) => Promise<T>) {
    this.#need()
    return super.transaction(work)
  }

  /** Every statement goes this way, those of transactions included. */
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
    // One that has panicked cannot write its last checkpoint; its log is played back at the next start.
    if (!this.#hasPanicked) await super.close()
  }
}
