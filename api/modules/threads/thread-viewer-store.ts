import type { Database } from '#api/infrastructure/database/database.ts'
import { column, integerArray, statement } from '#api/infrastructure/database/sql.ts'
import { createBatchedRead } from '#api/infrastructure/shared-reads.ts'
import { Reaction } from '#shared/contract/reactions.ts'
import { ThreadFollow, type ThreadTarget } from '#shared/contract/thread.ts'

/** SQL: the states of people (`$2`) for threads (`$1`) in their order; without a choice the author follows. */
const followsOf = (target: ThreadTarget) =>
  statement(
    `SELECT coalesce(f.state::text, CASE WHEN t.id IS NOT NULL THEN 'follow' ELSE 'none' END) AS state
    FROM unnest($1::text::bigint[], $2::text::int[]) WITH ORDINALITY AS requested (id, user_id, place)
      LEFT JOIN thread_follow f ON f.${target}_id = requested.id AND f.user_id = requested.user_id
      LEFT JOIN ${target} t ON t.id = requested.id AND t.user_id = requested.user_id
    ORDER BY requested.place`,
    { state: ThreadFollow },
  )

const REACTIONS = statement(
  `SELECT reply_id, user_id, kind FROM reply_reaction
  WHERE reply_id = ANY ($1::text::bigint[]) AND user_id = ANY ($2::text::int[])`,
  { reply_id: column.int, user_id: column.int, kind: Reaction },
)

interface ThreadOfPerson {
  id: number
  userId: number
}

interface RepliesOfPerson {
  ids: readonly number[]
  userId: number
}

/** A viewer's part in a thread. The readers of a busy thread share statements. */
export function createThreadViewerStore(database: Database) {
  const createFollows = (target: ThreadTarget) => {
    const states = followsOf(target)
    return createBatchedRead(async (requested: readonly ThreadOfPerson[]) => {
      const ids = integerArray(requested.map(({ id }) => id))
      const people = integerArray(requested.map(({ userId }) => userId))
      const rows = await database.query(states, [ids, people])
      return rows.map(({ state }) => state)
    })
  }
  const follows = { vote: createFollows('vote'), post: createFollows('post') }

  const readReactions = createBatchedRead(async (requested: readonly RepliesOfPerson[]) => {
    const ids = new Set(requested.flatMap((one) => one.ids))
    const people = requested.map(({ userId }) => userId)
    const rows = await database.query(REACTIONS, [integerArray([...ids]), integerArray(people)])
    const byPerson = Map.groupBy(rows, ({ user_id }) => user_id)
    return people.map(
      (userId) => new Map(byPerson.get(userId)?.map(({ reply_id, kind }) => [reply_id, kind])),
    )
  })

  return {
    /** Whether a person is notified of a thread. */
    follow: (target: ThreadTarget, id: number, userId: number): Promise<ThreadFollow> =>
      follows[target]({ id, userId }),

    /** A person's reactions to replies, by their ids; those to others may be among them. */
    async reactions(ids: readonly number[], userId: number): Promise<Map<number, Reaction>> {
      return ids.length === 0 ? new Map() : readReactions({ ids, userId })
    },
  }
}
