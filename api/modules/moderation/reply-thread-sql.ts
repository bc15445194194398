import { column } from '#api/infrastructure/database/sql.ts'
import type { Thread } from '#api/modules/threads/thread-store.ts'

/** SQL: the columns of THREAD_COLUMNS for the reply `reply`. */
export const threadOf = (reply: string) =>
  `${reply}.vote_id AS thread_vote, ${reply}.post_id AS thread_post`

/** SQL: the same for something that is no reply. */
export const NO_THREAD = 'NULL::bigint AS thread_vote, NULL::int AS thread_post'

export const THREAD_COLUMNS = {
  thread_vote: column.nullable(column.int),
  thread_post: column.nullable(column.int),
}

interface ThreadRow {
  thread_vote: number | null
  thread_post: number | null
}

/** The thread of a reply; null for other targets, and of a reply that is gone. */
export function toThread({ thread_vote: voteId, thread_post: postId }: ThreadRow): Thread | null {
  if (voteId !== null) return { target: 'vote', id: voteId }
  return postId === null ? null : { target: 'post', id: postId }
}
