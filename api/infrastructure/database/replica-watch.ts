import type { Clock } from '#api/infrastructure/clock.ts'
import type { Log } from '#api/infrastructure/log.ts'
import { column, type Sql, statement } from './sql.ts'

/**
 * How far behind a replica may be while guests still read there. A standby that keeps up is behind
 * by milliseconds; one that is behind for seconds is in trouble, and the primary can bear its load
 * more easily than a person a page that stands still.
 */
export const FRESH_MS = 5_000

/** Marks kept to tell how far behind a replica is, one a second. */
const MARKS_MAX = 600

/**
 * Which database this is: the cluster, which a standby shares with its primary, and the database in
 * it. Both may be read by any role.
 */
const IDENTITY = `concat_ws(' ', (SELECT system_identifier FROM pg_control_system()),
  (SELECT oid FROM pg_database WHERE datname = current_database()))`

export const IDENTIFY = `SELECT ${IDENTITY} AS identity`

/**
 * Positions in the write-ahead log as decimal numbers of bytes. What is acknowledged is written: a
 * server that acknowledges before that (synchronous_commit off) promises nothing anyway.
 */
const WRITTEN = "SELECT (pg_current_wal_lsn() - '0/0'::pg_lsn)::text AS lsn"
const REPLAYED = statement(
  `SELECT ${IDENTITY} AS identity, pg_is_in_recovery() AS follows,
  (pg_last_wal_replay_lsn() - '0/0'::pg_lsn)::text AS lsn`,
  { identity: column.text, follows: column.boolean, lsn: column.nullable(column.text) },
)

interface Replayed {
  identity: string
  follows: boolean
  lsn: string | null
}

/** All that was acknowledged before the instant `at` lies before `lsn`. */
interface Mark {
  at: number
  lsn: bigint
}

export interface ReplicaWatch {
  /** Asks both sides where they stand. Never rejects; does nothing while a look is under way. */
  look(): Promise<void>
  /** Whether the replica has everything that was acknowledged up to FRESH_MS ago. */
  isUsable(): boolean
  /** How far behind the replica is at most, in milliseconds; null while that is not known. */
  lagMs(): number | null
  /** Says that the replica failed: it is not used until a look that begins from now on is good. */
  setAside(error: unknown): void
}

interface WatchParts {
  primary: Sql
  replica: Sql
  /** What IDENTIFY answers on the primary. */
  identity: string
  clock: Clock
  log: Log
}

/** Follows how far a replica is behind. The primary's log is the only measure: no clock of a server is asked. */
export function createReplicaWatch(parts: WatchParts): ReplicaWatch {
  const { primary, replica, identity, clock, log } = parts
  let marks: Mark[] = []
  /** The replica has everything up to this instant. */
  let freshAt: number | null = null
  let failures = 0
  let isLooking = false
  let told: string | null = null

  const tell = (state: string, error?: unknown) => {
    if (state === told) return
    told = state
    if (state === 'used') log.info('guests read on the replica')
    else log.warn({ err: error }, `guests read on the primary: the replica ${state}`)
  }

  const lagMs = () => (freshAt === null ? null : clock.now() - freshAt)
  const isUsable = () => {
    const lag = lagMs()
    // Below zero the clock was set back, and says nothing until the next look.
    return lag !== null && lag >= 0 && lag <= FRESH_MS
  }

  const setAside = (state: string, error?: unknown) => {
    failures += 1
    freshAt = null
    tell(state, error)
  }

  const mark = async () => {
    const at = clock.now()
    const [row] = await primary.query(statement(WRITTEN, { lsn: column.text }))
    marks = marks.filter((old) => old.at < at).slice(1 - MARKS_MAX)
    if (row) marks.push({ at, lsn: BigInt(row.lsn) })
  }

  const judge = (seen: Replayed | undefined) => {
    if (seen?.identity !== identity) return setAside('is another database')
    if (!seen.follows) return setAside('is no standby: it follows nobody')
    const replayed = BigInt(seen.lsn ?? 0)
    freshAt = marks.findLast(({ lsn }) => lsn <= replayed)?.at ?? null
    if (isUsable()) tell('used')
    // At the first looks nothing is known yet: that is not worth a line.
    else if (freshAt !== null || told !== null) tell('is too far behind')
  }

  const look = async () => {
    const before = failures
    // While the primary is away nothing new is marked, and what is known grows old by itself.
    await mark().catch(() => {})
    try {
      const [seen] = await replica.query(REPLAYED)
      // A reader has met a failure meanwhile: what was seen may be from before it.
      if (failures === before) judge(seen)
    } catch (error) {
      setAside('does not answer', error)
    }
  }

  return {
    async look() {
      if (isLooking) return
      isLooking = true
      await look()
      isLooking = false
    },
    isUsable,
    lagMs,
    setAside: (error) => setAside('failed', error),
  }
}
