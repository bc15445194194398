import { useEffect, useState } from 'react'
import { Navigate } from 'react-router-dom'
import { LoadFailure } from '#desktop/renderer/components/failure.tsx'
import { Loading } from '#desktop/renderer/components/loading.tsx'
import { useDraft } from '#desktop/renderer/features/editor/use-draft.ts'
import { MuteNotice } from '#desktop/renderer/features/moderation/mute-notice.tsx'
import { useSummary } from '#desktop/renderer/platform/live/summary-query.ts'
import type { Target } from '#shared/contract/summary.ts'
import { PATHS } from '#shared/rules/paths.ts'
import styles from './components/editor-page.module.css'
import { NewVoteForm } from './components/new-vote-form.tsx'
import { RequireUser } from './components/page-notice.tsx'
import { showAlreadyVoted, useVoteCount } from './eligibility.ts'
import { useVotePageText } from './use-vote-page-text.ts'

/** The editor for a new vote, for users who have not voted in this period. */
export function Component() {
  const { pageText, core } = useVotePageText()
  return (
    <div className={styles.page}>
      <title>{`${pageText('write.title')} · ${core('app.name')}`}</title>
      <RequireUser
        heading={pageText('write.heading')}
        checkingText={pageText('write.checking')}
        from={PATHS.voteWrite}
        outlivesSession
      >
        {(userId) => (
          <>
            <MuteNotice canVote />
            <LiveRound key={userId} userId={userId} />
          </>
        )}
      </RequireUser>
    </div>
  )
}

/** Waits for the live round, and with it for the server's time, which decides the eligibility. */
function LiveRound({ userId }: { userId: number }) {
  const { pageText } = useVotePageText()
  const { data: summary, isPending, error, refetch } = useSummary()
  if (summary) return <EligibleOnly userId={userId} target={summary.target2} />
  if (isPending) return <Loading text={pageText('write.checking')} />
  return <LoadFailure error={error} onRetry={refetch} />
}

interface NewVoteProps {
  userId: number
  /** The live round. */
  target: Target
}

/** Checked once, on entry: the vote sent from here must not redirect its own page. */
function EligibleOnly(props: NewVoteProps) {
  const count = useVoteCount()
  const [hasVoted] = useState(count > 0)
  return hasVoted ? <AlreadyVoted /> : <NewVote {...props} />
}

function AlreadyVoted() {
  const { t } = useVotePageText()
  const text = t('list.alreadyVoted')
  useEffect(() => showAlreadyVoted(text), [text])
  return <Navigate to={PATHS.votes} replace />
}

function NewVote({ userId, target }: NewVoteProps) {
  const { core } = useVotePageText()
  const draft = useDraft({ kind: 'vote', postId: null }, userId)
  if (!draft.isReady) return <Loading text={core('state.loading')} />
  return <NewVoteForm target={target} draft={draft} />
}
