import type { Reply } from '#shared/contract/replies.ts'
import type { ThreadOf } from './api.ts'

/** A note or post as its thread needs it. */
export interface ThreadSubject {
  thread: ThreadOf
  /** Path of the screen that links to its replies lead to. */
  path: string
  /** Author of the note or post. */
  author: Pick<Reply, 'uid' | 'uniqueCode' | 'nickname'>
  /** Reference price of the note's round, from which the levels of directions follow; null on boards. */
  refPrice: string | null
  /** False below a hidden text. */
  takesReplies: boolean
  /** The reader's own direction can still change, and a reply fixes it. */
  locksCall: boolean
}
