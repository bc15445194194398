import { type Clock, every } from '#api/infrastructure/clock.ts'
import type { Log } from '#api/infrastructure/log.ts'
import { connect } from './postgres.ts'
import type { ReadCounts, Reads } from './reads.ts'
import { createReplicaWatch, IDENTIFY, type ReplicaWatch } from './replica-watch.ts'
import { column, type Sql, statement } from './sql.ts'
import { createWatchedStatements, type WatchedStatements, watchedSql } from './statement-watch.ts'

const LOOK_EVERY_MS = 1_000
/** A reply of a replica that hangs is given up after this, and read on the primary. */
const PATIENCE_MS = 2_000

/** A replica that is watched, and the way to it. */
export interface Replica extends Reads {
  watch: ReplicaWatch
  counts(): ReadCounts
  /** From now on every statement of a reader runs through `watch`; those of the watch itself do not. */
  watchStatements: WatchedStatements['watchStatements']
  /** Ends the watch and the connections. */
  close(): Promise<void>
}

/** DATABASE_REPLICA_URL leads to data that is not the primary's: no state that could pass. */
class OtherDatabase extends Error {
  constructor() {
    super('DATABASE_REPLICA_URL names another database: it must be a standby of DATABASE_URL.')
  }
}

async function identityOf(side: Sql): Promise<string> {
  const [row] = await side.query(statement(IDENTIFY, { identity: column.text }))
  return row?.identity ?? ''
}

/** Sends what guests read to `replica` while `watch` calls it usable, else to `primary`. */
export function createReads(primary: Sql, replica: Sql, watch: ReplicaWatch) {
  const counts: ReadCounts = { replica: 0, primary: 0 }
  const reads: Reads = {
    async forGuest(read, isFound = () => true) {
      if (watch.isUsable()) {
        try {
          const answer = await read(replica)
          if (isFound(answer)) {
            counts.replica += 1
            return answer
          }
        } catch (error) {
          watch.setAside(error)
        }
      }
      counts.primary += 1
      return read(primary)
    },
  }
  return { ...reads, counts: () => counts }
}

/**
 * Opens the standby at `url` for what guests read, and watches it once a second. One that cannot be
 * reached is used once it can be. Rejects when it holds another database than `primary`.
 */
export async function openReplica(parts: {
  url: string
  /** Connections at most. */
  connections: number
  primary: Sql
  clock: Clock
  log: Log
}): Promise<Replica> {
  const { url, connections, primary, clock, log } = parts
  let lost = (_: Error) => {}
  const { pool, sql } = connect(
    { url, connections, onConnectionError: (error) => lost(error) },
    {
      connectionTimeoutMillis: PATIENCE_MS,
      query_timeout: PATIENCE_MS,
      options: '-c default_transaction_read_only=on',
    },
  )
  // A standby that hangs must not hold up the end of the server.
  const end = () =>
    Promise.race([
      pool.end(),
      new Promise<void>((resolve) => {
        clock.after(PATIENCE_MS, resolve)
      }),
    ])
  try {
    const identity = await identityOf(primary)
    const watch = createReplicaWatch({ primary, replica: sql, identity, clock, log })
    // One that is away now is told about by the first look of the watch that it misses.
    const found = await identityOf(sql).catch(() => null)
    if (found !== null && found !== identity) throw new OtherDatabase()
    lost = watch.setAside
    if (found !== null) await watch.look()
    const stopLooking = every(clock, LOOK_EVERY_MS, () => void watch.look())
    const { run, watchStatements } = createWatchedStatements()
    return {
      ...createReads(primary, watchedSql(sql, run), watch),
      watch,
      watchStatements,
      async close() {
        stopLooking()
        await end()
      },
    }
  } catch (error) {
    await end()
    throw error
  }
}
