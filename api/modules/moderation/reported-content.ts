import type { AppEventBus } from '#api/events.ts'
import type { ModerationTarget } from '#shared/contract/moderation.ts'
import type { BoardType } from '#shared/contract/posts.ts'

/** A note, post or nickname under moderation. */
export interface ReportedContent {
  target: ModerationTarget
  targetId: number
  authorId: number
  authorLevel: number
  board: BoardType | null
  /** Title of the text, or the nickname. */
  excerpt: string
  /** The text; empty for a nickname. */
  html: string
  /** A hidden nickname is `trader-` and the user's code. */
  isHidden: boolean
}

/** Publishes to caches and open pages that content was hidden, renamed or shown again. */
export function publishChange(
  bus: Pick<AppEventBus, 'publish'>,
  { target, targetId }: Pick<ReportedContent, 'target' | 'targetId'>,
): void {
  if (target === 'nickname') bus.publish('nickname', { userId: targetId })
  else bus.publish('moderation', { target, id: targetId })
}
