import type { Database } from '#api/infrastructure/database/database.ts'
import { column, statement } from '#api/infrastructure/database/sql.ts'
import { createSeasonStore } from '#api/modules/rounds/season-store.ts'
import { seasonEnd } from '#shared/rules/season.ts'

const PROBE_MS = 20

/** Modes with which reads and writes of other rows do not conflict. */
const STRONG_LOCKS = statement(
  `SELECT DISTINCT relation::regclass || ' ' || mode AS held FROM pg_locks
  WHERE locktype = 'relation' AND granted
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
    AND mode NOT IN ('AccessShareLock', 'RowShareLock', 'RowExclusiveLock')`,
  { held: column.text },
)
/** The writes of a sign-in and of a new settlement. */
const WRITES = [
  statement('UPDATE user_account SET last_login = last_login WHERE id = $1'),
  statement('UPDATE season_stats SET points = points WHERE user_id = $1'),
]

/**
 * Freezes the season after its end. @returns its time and the longest write of a member's rows meanwhile
 * (ms), with the locks that would block others
 */
export async function freeze(database: Database, season: string, members: number) {
  const locks = new Set<string>()
  let longestWrite = 0
  let isRunning = true
  const probe = async () => {
    for (let id = 1; isRunning; id = (id * 7) % members || 1) {
      const begin = performance.now()
      for (const write of WRITES) await database.query(write, [id])
      longestWrite = Math.max(longestWrite, performance.now() - begin)
      for (const { held } of await database.query(STRONG_LOCKS)) locks.add(held)
      await Bun.sleep(PROBE_MS)
    }
  }
  const probing = probe()
  const begin = performance.now()
  const frozen = await createSeasonStore(database).freezeDue(seasonEnd(season))
  const ms = performance.now() - begin
  isRunning = false
  await probing
  if (!frozen.includes(season)) throw new Error(`season ${season} is not final`)
  return { ms, longestWrite, locks: [...locks] }
}
