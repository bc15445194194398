import { verifyCounters } from '#api/commands/backup/verify-counters.ts'
import type { Database } from '#api/infrastructure/database/database.ts'
import { column, statement } from '#api/infrastructure/database/sql.ts'
import type { Written } from './writers.ts'

/** Describes the first twenty findings. */
export type Findings = string[]

async function missingVotes(database: Database, { votes }: Written): Promise<Findings> {
  const rows = await database.query(
    statement(
      `SELECT vote.id, user_id FROM vote JOIN round ON round.id = round_id WHERE settled_at IS NULL
       AND target_date > now()`,
      { id: column.int, user_id: column.int },
    ),
  )
  const kept = new Map(rows.map(({ id, user_id }) => [user_id, id]))
  const twice = rows.length - kept.size
  const lost = [...votes].filter(([userId, id]) => kept.get(userId) !== id)
  return [
    ...lost.map(([userId, id]) => `vote ${id} of ${userId} was acknowledged and is not there`),
    ...(twice > 0 ? [`${twice} votes are there twice`] : []),
  ]
}

async function missingPosts(database: Database, { posts }: Written): Promise<Findings> {
  const rows = await database.query(
    statement('SELECT id, title FROM post', { id: column.int, title: column.text }),
  )
  const kept = new Map(rows.map(({ id, title }) => [id, title]))
  const twice = rows.length - new Set(kept.values()).size
  const lost = [...posts].filter(([id, words]) => kept.get(id) !== words)
  return [
    ...lost.map(([id]) => `post ${id} was acknowledged and is not there`),
    ...(twice > 0 ? [`${twice} posts are there twice`] : []),
  ]
}

async function missingReactions(database: Database, { reactions }: Written): Promise<Findings> {
  const rows = await database.query(
    statement(
      `SELECT concat_ws(' ', 'vote', vote_id, user_id) AS key FROM vote_reaction WHERE kind = 'like'
     UNION ALL
     SELECT concat_ws(' ', 'post', post_id, user_id) FROM post_reaction WHERE kind = 'like'`,
      { key: column.text },
    ),
  )
  const kept = new Set(rows.map(({ key }) => key))
  return reactions
    .map(({ to, id, userId }) => `${to} ${id} ${userId}`)
    .filter((key) => !kept.has(key))
    .map((key) => `the reaction to ${key} was acknowledged and is not there`)
}

/** Finds lost and duplicate acknowledged writes, and counters that differ from their rows. */
export async function audit(database: Database, written: Written): Promise<Findings> {
  const wrong = await verifyCounters(database)
  const findings = [
    ...(await missingVotes(database, written)),
    ...(await missingPosts(database, written)),
    ...(await missingReactions(database, written)),
    ...wrong.map(
      ({ counter, of, counted, stored }) => `${counter} of ${of}: ${stored}, not ${counted}`,
    ),
  ]
  return findings.slice(0, 20)
}
