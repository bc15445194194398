import type { AppEventBus } from '#api/events.ts'
import type { Thread } from '#api/modules/threads/thread-store.ts'
import type { ModerationTarget } from '#shared/contract/moderation.ts'
import type { BoardType } from '#shared/contract/posts.ts'

/** A note, post, nickname or reply under moderation. */
export interface ReportedContent {
  target: ModerationTarget
  targetId: number
  authorId: number
  authorLevel: number
  /** Of a post, or of the post that a reply is below. */
  board: BoardType | null
  /** Of a reply; null for other targets. */
  thread: Thread | null
  /** Title or first line of the text, or the nickname. */
  excerpt: string
  /** The text; empty for a nickname. */
  html: string
  /** A hidden nickname is `trader-` and the user's code. */
  isHidden: boolean
}

/** The part of reported content that the audit stores. */
export type AuditedContent = Pick<
  ReportedContent,
  'target' | 'targetId' | 'authorId' | 'board' | 'excerpt'
>

/** Publishes to caches and open pages that content was hidden, renamed or shown again. */
export function publishChange(
  bus: Pick<AppEventBus, 'publish'>,
  { target, targetId, thread }: Pick<ReportedContent, 'target' | 'targetId' | 'thread'>,
): void {
  if (target === 'nickname') bus.publish('nickname', { userId: targetId, isModerated: true })
  else bus.publish('moderation', { target, id: targetId })
  if (thread) bus.publish('reply', { replyId: targetId, ...thread })
}
