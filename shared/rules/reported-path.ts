import type { OwnAct } from '#shared/contract/moderation.ts'
import { boardViewPath, replyPath, voteViewPath } from './paths.ts'

type Reported = Pick<OwnAct, 'target' | 'targetId' | 'boardType' | 'thread'>

/** Path of a text under moderation; null for a nickname, and for a text whose page is gone. */
export function reportedPath({ target, targetId, boardType, thread }: Reported): string | null {
  if (target === 'vote') return voteViewPath(targetId)
  if (target === 'post') return boardType && boardViewPath(boardType, targetId)
  if (target === 'nickname' || thread === null) return null
  const page = reportedPath({
    target: thread.target,
    targetId: thread.id,
    boardType,
    thread: null,
  })
  return page && replyPath(page, targetId)
}
