import type { AppEventBus } from '#api/events.ts'
import type { Clock } from '#api/infrastructure/clock.ts'
import type { Database } from '#api/infrastructure/database/database.ts'
import { column, statement } from '#api/infrastructure/database/sql.ts'
import { DAY_MS } from '#shared/rules/schedule.ts'

/** Age of an account whose likes order lists, and settled calls that do as well. */
const MIN_AGE_MS = 14 * DAY_MS
const MIN_CALLS = 5
const BATCH_SIZE = 500

/** SQL: whether likes of the user order lists; `latest` is the latest creation of an account of enough age. */
export const hasRankedLikes = (user: string, latest: string) =>
  `EXISTS (SELECT FROM user_account a LEFT JOIN user_stats s ON s.user_id = a.id
    WHERE a.id = ${user} AND (a.created <= ${latest} OR s.calls >= ${MIN_CALLS}))`

/** The latest creation of an account that is old enough at `now`, epoch milliseconds. */
export const latestRanked = (now: number): Date => new Date(now - MIN_AGE_MS)

/** Reactions leave the index vote_reaction_unranked for good, so it stays as short as the newcomers' list. */
const RANK_DUE = statement(
  `WITH due AS (SELECT vote_id, user_id FROM vote_reaction r
    WHERE NOT ranks AND ${hasRankedLikes('r.user_id', '$1')} ORDER BY vote_id LIMIT ${BATCH_SIZE})
  UPDATE vote_reaction r SET ranks = true FROM due
  WHERE r.vote_id = due.vote_id AND r.user_id = due.user_id RETURNING r.vote_id`,
  { vote_id: column.int },
)

interface LikeRankingDeps {
  database: Database
  bus: Pick<AppEventBus, 'publish'>
  clock: Clock
}

/** Counts earlier likes of accounts that have become old or experienced enough to order lists. */
export function createLikeRanking({ database, bus, clock }: LikeRankingDeps) {
  return {
    async run(): Promise<void> {
      const latest = latestRanked(clock.now())
      for (;;) {
        const rows = await database.query(RANK_DUE, [latest])
        const [first] = rows
        if (first) bus.publish('reaction', { kind: 'vote', id: first.vote_id })
        if (rows.length < BATCH_SIZE) return
      }
    },
  }
}
