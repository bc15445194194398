import type { Database } from '#api/infrastructure/database/database.ts'
import { column, type StaticColumns, statement } from '#api/infrastructure/database/sql.ts'
import { Reaction } from '#shared/contract/reactions.ts'

/** What reactions are given to. */
export type ReactedKind = 'vote' | 'post'

const STATE_COLUMNS = {
  likes: column.int,
  dislikes: column.int,
  userReaction: column.nullable(Reaction),
}
export type ReactionState = StaticColumns<typeof STATE_COLUMNS>

/** Sets the reaction, or removes it when it is already the one that is set: one statement. */
const toggle = (kind: ReactedKind) => `WITH removed AS (
    DELETE FROM ${kind}_reaction WHERE ${kind}_id = $1 AND user_id = $2 AND kind = $3::reaction_kind
    RETURNING 1
  )
  INSERT INTO ${kind}_reaction AS r (${kind}_id, user_id, kind)
  SELECT $1, $2, $3::reaction_kind WHERE NOT EXISTS (SELECT FROM removed)
  ON CONFLICT (${kind}_id, user_id) DO UPDATE SET kind = excluded.kind`

const state = (kind: ReactedKind) => `SELECT t.likes, t.dislikes, r.kind AS "userReaction"
  FROM ${kind} t LEFT JOIN ${kind}_reaction r ON r.${kind}_id = t.id AND r.user_id = $2
  WHERE t.id = $1`

export type ReactionStore = ReturnType<typeof createReactionStore>

/** Reactions to votes or to posts in the database; likes and dislikes are counted by triggers. */
export function createReactionStore(database: Database, kind: ReactedKind) {
  const toggleReaction = statement(toggle(kind))
  const readState = statement(state(kind), STATE_COLUMNS)
  return {
    /** Toggles `reaction` of a user on a row that exists and answers what stands now. */
    async react(id: number, userId: number, reaction: Reaction): Promise<ReactionState> {
      await database.query(toggleReaction, [id, userId, reaction])
      const [row] = await database.query(readState, [id, userId])
      if (!row) throw new Error(`${kind} ${id} has gone`)
      return row
    },
  }
}
