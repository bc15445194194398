import { useEffect, useState } from 'react'
import { Navigate } from 'react-router-dom'
import { LoadFailure } from '#desktop/renderer/components/failure.tsx'
import { Loading } from '#desktop/renderer/components/loading.tsx'
import { useDraft } from '#desktop/renderer/features/editor/use-draft.ts'
import { useVoteCount } from '#desktop/renderer/features/votes/model/use-vote-count.ts'
import { useSummary } from '#desktop/renderer/platform/live/summary-query.ts'
import type { Target } from '#shared/contract/summary.ts'
import { PATHS } from '#shared/rules/paths.ts'
import styles from './editor-page.module.css'
import { sayAlreadyVoted } from './say-already-voted.ts'
import { SignedInOnly } from './signed-in-only.tsx'
import { usePostWords } from './use-post-words.ts'
import { WriteForm } from './write-form.tsx'

/** The editor for a new vote: for who is signed in and has not voted in this period. */
export function WritePage() {
  const { p, core } = usePostWords()
  return (
    <div className={styles.page}>
      <title>{`${p('write.title')} · ${core('app.name')}`}</title>
      <SignedInOnly
        heading={p('write.heading')}
        checking={p('write.checking')}
        from={PATHS.voteWrite}
      >
        {(userId) => <LiveRoundOnly key={userId} userId={userId} />}
      </SignedInOnly>
    </div>
  )
}

/** Waits for the round, and with it for the server's time, by which the person's vote is judged. */
function LiveRoundOnly({ userId }: { userId: number }) {
  const { p } = usePostWords()
  const { data: summary, isPending, error, refetch } = useSummary()
  if (summary) return <OneVoteOnly userId={userId} target={summary.target2} />
  if (isPending) return <Loading text={p('write.checking')} />
  return <LoadFailure error={error} onRetry={refetch} />
}

interface NewVoteProps {
  userId: number
  /** The round that takes votes now. */
  target: Target
}

/** Judged when the screen is opened: a vote that is cast from here must not count against itself. */
function OneVoteOnly(props: NewVoteProps) {
  const count = useVoteCount()
  const [hasVoted] = useState(count > 0)
  return hasVoted ? <AlreadyVoted /> : <NewVote {...props} />
}

function AlreadyVoted() {
  const { t } = usePostWords()
  const text = t('list.alreadyVoted')
  useEffect(() => sayAlreadyVoted(text), [text])
  return <Navigate to={PATHS.votes} replace />
}

function NewVote({ userId, target }: NewVoteProps) {
  const { core } = usePostWords()
  const draft = useDraft('post_draft_vote')
  if (!draft.isReady) return <Loading text={core('state.loading')} />
  return <WriteForm userId={userId} target={target} draft={draft} />
}
