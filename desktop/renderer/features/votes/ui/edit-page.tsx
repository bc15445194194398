import { useState } from 'react'
import { Loading } from '#desktop/renderer/components/loading.tsx'
import { useIsEditable } from '#desktop/renderer/features/posts/edit-window.tsx'
import { useFreshVote } from '#desktop/renderer/features/votes/api/vote-detail.ts'
import { useSummary } from '#desktop/renderer/platform/live/summary-query.ts'
import { ApiFailure } from '#desktop/shared/api-failure.ts'
import type { VoteDetail } from '#shared/contract/votes.ts'
import { voteEditPath } from '#shared/rules/paths.ts'
import { EditForm } from './edit-form.tsx'
import styles from './editor-page.module.css'
import { Refusal } from './refusal.tsx'
import { SignedInOnly } from './signed-in-only.tsx'
import { usePostWords } from './use-post-words.ts'
import { VoteFailure } from './vote-failure.tsx'

/** The editor for an own vote, for an hour after it was cast. */
export function EditPage({ id }: { id: number | null }) {
  const { p, core } = usePostWords()
  const heading = p('edit.heading')
  return (
    <div className={styles.page}>
      <title>{`${p('edit.title')} · ${core('app.name')}`}</title>
      {id === null ? (
        <Refusal heading={heading} text={p('view.notFound')} />
      ) : (
        <SignedInOnly heading={heading} checking={core('login.checking')} from={voteEditPath(id)}>
          {(userId) => <OwnVote id={id} userId={userId} />}
        </SignedInOnly>
      )}
    </div>
  )
}

function OwnVote({ id, userId }: { id: number; userId: number }) {
  const { p } = usePostWords()
  const { data: vote, error, isFetchedAfterMount, refetch } = useFreshVote(id)
  const { isPending: isTimeUnknown } = useSummary()
  const heading = p('edit.heading')
  // Somebody else's vote that may not even be read is still somebody else's.
  const isOthers = error instanceof ApiFailure && error.code === 'VOTE_REQUIRED'
  if (isOthers || (vote && vote.uid !== userId)) {
    return <Refusal heading={heading} text={p('edit.notYours')} />
  }
  // The editor reads its text once, so it must not begin with one that was kept from before; and the
  // hour is judged once, so the server must have told the time.
  if (vote && isFetchedAfterMount && !isTimeUnknown) return <WithinTheHour vote={vote} />
  if (error) return <VoteFailure heading={heading} error={error} onRetry={() => refetch()} />
  return <Loading text={p('view.loading')} />
}

/** Judged when the screen is opened: who is writing when the hour ends keeps the text in sight. */
function WithinTheHour({ vote }: { vote: VoteDetail }) {
  const { p } = usePostWords()
  const canEdit = useIsEditable(vote.created)
  const [wasInTime] = useState(canEdit)
  if (wasInTime) return <EditForm vote={vote} isOver={!canEdit} />
  return <Refusal heading={p('edit.heading')} text={p('edit.closed')} />
}
