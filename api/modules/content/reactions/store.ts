import type { Clock } from '#api/infrastructure/clock.ts'
import type { Database } from '#api/infrastructure/database/database.ts'
import {
  column,
  type Sql,
  type StaticColumns,
  statement,
} from '#api/infrastructure/database/sql.ts'
import { Reaction } from '#shared/contract/reactions.ts'
import { DAY_MS } from '#shared/rules/time.ts'

/** Age of an account whose likes order lists, and settled calls that do as well. */
const MIN_AGE_MS = 14 * DAY_MS
const MIN_CALLS = 5

/** SQL: whether likes of the user order lists; `latest` is the parameter with `latestRanked`. */
const hasRankedLikes = (user: string, latest: string) =>
  `EXISTS (SELECT FROM user_account a LEFT JOIN user_stats s ON s.user_id = a.id
    WHERE a.id = ${user} AND (a.created <= ${latest} OR s.calls >= ${MIN_CALLS}))`

/** The latest creation of an account that is old enough at `now`, epoch milliseconds. */
export const latestRanked = (now: number): Date => new Date(now - MIN_AGE_MS)

export type ReactionTarget = 'vote' | 'post' | 'reply'

const STATE_COLUMNS = {
  likes: column.int,
  dislikes: column.int,
  userReaction: column.nullable(Reaction),
}
export type ReactionState = StaticColumns<typeof STATE_COLUMNS>

/**
 * Two first reactions of one user to one target at once would both insert, and neither remove. With a key of
 * two numbers, unlike the locks of jobs; two targets with the same hash only wait for each other.
 */
const LOCK = statement('SELECT pg_advisory_xact_lock($1, hashint8($2))')

const removed = (target: ReactionTarget) => `WITH removed AS (
    DELETE FROM ${target}_reaction
    WHERE ${target}_id = $1 AND user_id = $2 AND kind = $3::reaction_kind RETURNING 1
  )`

const toggleRanked = (target: ReactionTarget) =>
  statement(`${removed(target)}
    INSERT INTO ${target}_reaction AS r (${target}_id, user_id, kind, ranks)
    SELECT $1, $2, $3::reaction_kind, ${hasRankedLikes('$2', '$4')}
    WHERE NOT EXISTS (SELECT FROM removed)
    ON CONFLICT (${target}_id, user_id) DO UPDATE SET kind = excluded.kind, ranks = excluded.ranks`)

/** Sets the reaction, or removes it when it is set already. Where likes order a list, with `latestRanked` as `$4`. */
const TOGGLE = {
  vote: toggleRanked('vote'),
  reply: toggleRanked('reply'),
  // No list of posts is ordered by likes.
  post: statement(`${removed('post')}
    INSERT INTO post_reaction AS r (post_id, user_id, kind)
    SELECT $1, $2, $3::reaction_kind WHERE NOT EXISTS (SELECT FROM removed)
    ON CONFLICT (post_id, user_id) DO UPDATE SET kind = excluded.kind`),
}

const stateStatement = (target: ReactionTarget) =>
  statement(
    `SELECT t.likes, t.dislikes, r.kind AS "userReaction"
    FROM ${target} t LEFT JOIN ${target}_reaction r ON r.${target}_id = t.id AND r.user_id = $2
    WHERE t.id = $1`,
    STATE_COLUMNS,
  )

const RANKED_AT_ONCE = 500
/** Reactions leave the index vote_reaction_unranked for good, so it stays as short as the newcomers' list. */
const RANK_DUE = statement(
  `WITH due AS (SELECT vote_id, user_id FROM vote_reaction r
    WHERE NOT ranks AND ${hasRankedLikes('r.user_id', '$1')} ORDER BY vote_id LIMIT ${RANKED_AT_ONCE})
  UPDATE vote_reaction r SET ranks = true FROM due
  WHERE r.vote_id = due.vote_id AND r.user_id = due.user_id RETURNING r.vote_id`,
  { vote_id: column.int },
)

/**
 * Lets a batch of earlier likes of accounts that `latestRanked` allows order lists.
 * @returns one of their votes, null without any, and whether there may be more
 */
export async function rankDueLikes(sql: Sql, latest: Date) {
  const rows = await sql.query(RANK_DUE, [latest])
  return { voteId: rows[0]?.vote_id ?? null, isMore: rows.length === RANKED_AT_ONCE }
}

export type ReactionStore = ReturnType<typeof createReactionStore>

/** Reactions to votes, posts or replies in the database; triggers count likes and dislikes. */
export function createReactionStore(database: Database, clock: Clock, target: ReactionTarget) {
  const age = () => (target === 'post' ? [] : [latestRanked(clock.now())])
  const readState = stateStatement(target)
  return {
    /**
     * Toggles a reaction to an existing row; concurrent toggles of one user take turns.
     * @returns the counts and the user's reaction afterwards
     */
    async toggle(id: number, userId: number, reaction: Reaction): Promise<ReactionState> {
      return database.transaction(async (sql) => {
        await sql.query(LOCK, [userId, id])
        await sql.query(TOGGLE[target], [id, userId, reaction, ...age()])
        const [row] = await sql.query(readState, [id, userId])
        if (!row) throw new Error(`${target} ${id} does not exist`)
        return row
      })
    },
  }
}
