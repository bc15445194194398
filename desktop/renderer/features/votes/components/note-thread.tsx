import { useCanEdit } from '#desktop/renderer/features/posts/edit-window.tsx'
import { Thread } from '#desktop/renderer/features/threads/thread.tsx'
import { useSummary } from '#desktop/renderer/platform/live/summary-query.ts'
import type { VoteDetail } from '#shared/contract/votes.ts'
import { voteViewPath } from '#shared/rules/paths.ts'

interface NoteThreadProps {
  vote: VoteDetail
  isMine: boolean
}

/** The replies to the note of a vote: no new ones to a note that was removed, and none without a note. */
export function NoteThread({ vote, isMine }: NoteThreadProps) {
  const isEditable = useCanEdit(vote)
  const { data: summary } = useSummary()
  const hasNote = vote.content !== ''
  if (!hasNote && vote.hasReplies !== true) return null
  const isLive = summary?.target2.targetDate === vote.targetTime
  return (
    <Thread
      subject={{
        thread: { target: 'vote', id: vote.id },
        path: voteViewPath(vote.id),
        author: vote,
        refPrice: vote.refPrice,
        takesReplies: hasNote && !vote.hidden,
        locksCall: isMine && isEditable && isLive && vote.directionLocked !== true,
      }}
    />
  )
}
