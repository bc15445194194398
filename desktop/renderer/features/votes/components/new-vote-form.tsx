import { useLocation, useNavigate } from 'react-router-dom'
import { Button } from '#desktop/renderer/components/button.tsx'
import { Warning } from '#desktop/renderer/components/warning.tsx'
import { returnPathOf } from '#desktop/renderer/features/auth/return-path.ts'
import type { DraftState } from '#desktop/renderer/features/editor/use-draft.ts'
import { useNewVote } from '#desktop/renderer/features/votes/use-new-vote.ts'
import { useVotePageText } from '#desktop/renderer/features/votes/use-vote-page-text.ts'
import type { Target } from '#shared/contract/summary.ts'
import { PATHS, parentOf } from '#shared/rules/paths.ts'
import styles from './editor-page.module.css'
import { VoteForm } from './vote-form.tsx'

interface NewVoteFormProps {
  /** The live round. */
  target: Target
  draft: DraftState
}

/** The form of a new vote, as a page. */
export function NewVoteForm({ target, draft }: NewVoteFormProps) {
  const { pageText, format } = useVotePageText()
  const navigate = useNavigate()
  const { state } = useLocation()
  const leave = (hasSaved: boolean) =>
    navigate(hasSaved ? returnPathOf(state, PATHS.votes) : PATHS.votes, { replace: true })
  const { form, targetDate, moveOn } = useNewVote({ target, draft, leave })
  return (
    <>
      <div className={styles.top}>
        <h1>{pageText('write.heading')}</h1>
        <p>{pageText('write.lead', { target: format.date(Date.parse(targetDate)) })}</p>
      </div>
      {moveOn && <PeriodOver target={target} onMoveOn={moveOn} />}
      <VoteForm
        {...form}
        onCancel={() => {
          draft.clear()
          navigate(parentOf(PATHS.voteWrite))
        }}
      />
    </>
  )
}

/** Offers to move a vote to the round that has become live meanwhile. */
export function PeriodOver({ target, onMoveOn }: { target: Target; onMoveOn: () => void }) {
  const { pageText, format } = useVotePageText()
  return (
    <Warning>
      <p>{pageText('write.periodOver', { settles: format.date(Date.parse(target.targetDate)) })}</p>
      <Button kind="plain" onClick={onMoveOn}>
        {pageText('write.moveOn')}
      </Button>
    </Warning>
  )
}
