import { Loading } from '#desktop/renderer/components/loading.tsx'
import { TextHeading } from '#desktop/renderer/components/text-heading.tsx'
import { useBlocked } from '#desktop/renderer/features/blocks/use-blocked.ts'
import { useVote } from '#desktop/renderer/features/votes/api.ts'
import { useVotePageText } from '#desktop/renderer/features/votes/use-vote-page-text.ts'
import { ApiFailure } from '#desktop/shared/api-failure.ts'
import { NoteThread } from './note-thread.tsx'
import { VoteFailure, VoteRequired } from './page-notice.tsx'
import { ReadingLock } from './reading-lock.tsx'
import { VoteArticle } from './vote-article.tsx'
import styles from './vote-view.module.css'

interface VoteViewProps {
  id: number
  userId: number
  heading: string
  /** Path to return to after the vote that opens the note. */
  from: string
  /** Path of what the vote was opened from. */
  back: string
}

/** A vote with its note and replies, or why they cannot be read. */
export function VoteView({ id, userId, heading, from, back }: VoteViewProps) {
  const { pageText } = useVotePageText()
  const { data: vote, error, refetch } = useVote(id)
  const { isKnown } = useBlocked()
  if (error instanceof ApiFailure && error.code === 'VOTE_REQUIRED') {
    return <VoteRequired id={id} heading={heading} from={from} back={back} />
  }
  if (error instanceof ApiFailure && error.code === 'READING_LOCKS') {
    return <ReadingLock id={id} heading={heading} back={back} />
  }
  if (vote && isKnown) {
    const isMine = vote.uid === userId
    return (
      <>
        <VoteArticle vote={vote} isMine={isMine} back={back} />
        <NoteThread key={id} vote={vote} isMine={isMine} />
      </>
    )
  }
  if (error && !vote) {
    return <VoteFailure heading={heading} error={error} onRetry={() => refetch()} back={back} />
  }
  return (
    <div className={styles.waiting} data-waiting>
      <TextHeading className={styles.heading}>{heading}</TextHeading>
      <Loading text={pageText('view.loading')} />
    </div>
  )
}
