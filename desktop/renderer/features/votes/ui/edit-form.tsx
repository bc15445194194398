import { useEffect, useMemo, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { type ChartFocus, useChartFocus } from '#desktop/renderer/features/chart/chart-focus.ts'
import { useLeaveGuard } from '#desktop/renderer/features/editor/use-leave-guard.ts'
import { EditCountdown } from '#desktop/renderer/features/posts/edit-window.tsx'
import { usePricedRound } from '#desktop/renderer/features/votes/api/round-detail.ts'
import { worthNow, worthOf } from '#desktop/renderer/features/votes/model/offer-of.ts'
import { useIsLive } from '#desktop/renderer/features/votes/model/use-is-live.ts'
import type { VoteDetail } from '#shared/contract/votes.ts'
import type { VoteChoice } from '#shared/rules/band.ts'
import { PATHS } from '#shared/rules/paths.ts'
import styles from './editor-page.module.css'
import { usePostWords } from './use-post-words.ts'
import { useSaveEdit } from './use-save-edit.ts'
import { VoteForm } from './vote-form.tsx'

interface EditFormProps {
  /** The vote as it was when the editor was opened. */
  vote: VoteDetail
  /** The hour for edits has passed since. */
  isOver: boolean
}

/** An own vote being changed. Its direction stays as it is once its round has closed. */
export function EditForm({ vote, isOver }: EditFormProps) {
  const { p, t, format, worth } = usePostWords()
  const navigate = useNavigate()
  const [wish, setWish] = useState(vote.voteChoice)
  const [hasTyped, setTyped] = useState(false)
  const isLive = useIsLive(vote.targetTime)
  const choice = isLive ? wish : vote.voteChoice
  const { data: round } = usePricedRound(vote.targetTime)
  useChartFocus(useEditFocus(vote, choice, isLive))
  const { save, isSaving, isSaved } = useSaveEdit(vote, isLive)
  useLeaveGuard((hasTyped || choice !== vote.voteChoice) && !isSaved)
  // Only once the guard has heard that there is nothing left to lose.
  useEffect(() => {
    if (isSaved) navigate(PATHS.votes)
  }, [isSaved, navigate])

  const offerOf = (option: VoteChoice): string => {
    if (option === vote.voteChoice) return worth(worthOf(option, vote.offer))
    return round ? worth(worthNow(option, round)) : t('offer.loading')
  }
  return (
    <>
      <div className={styles.top}>
        <h1>{p('edit.heading')}</h1>
        <p>{p('edit.lead', { target: format.date(Date.parse(vote.targetTime)) })}</p>
        <EditCountdown created={vote.created}>
          {(time) => time && <p>{p('edit.timeLeft', { time })}</p>}
        </EditCountdown>
      </div>
      {isOver && (
        <p className={styles.notice} role="alert">
          {p('edit.over')}
        </p>
      )}
      <VoteForm
        choice={choice}
        onChoose={setWish}
        refPrice={vote.refPrice}
        offerOf={offerOf}
        frozenWhy={isLive ? null : p('edit.frozen')}
        hint={choice === vote.voteChoice ? null : p('edit.repriced')}
        initialHtml={vote.content}
        onChange={() => setTyped(true)}
        submitText={p('edit.submit')}
        isSaving={isSaving}
        isOver={isOver}
        onSubmit={save}
        onCancel={() => navigate(PATHS.votes)}
      />
    </>
  )
}

/** While its round is live the call is drawn as a new one is; afterwards as the vote it is. */
function useEditFocus(vote: VoteDetail, choice: VoteChoice, isLive: boolean): ChartFocus {
  const { targetTime, refPrice } = vote
  return useMemo<ChartFocus>(
    () => (isLive ? { kind: 'write', choice } : { kind: 'view', targetTime, refPrice, choice }),
    [isLive, choice, targetTime, refPrice],
  )
}
