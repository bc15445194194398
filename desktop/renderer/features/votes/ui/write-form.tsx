import { useMemo, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { Button } from '#desktop/renderer/components/button.tsx'
import { returnPathOf } from '#desktop/renderer/features/auth/return-path.ts'
import { type ChartFocus, useChartFocus } from '#desktop/renderer/features/chart/chart-focus.ts'
import type { DraftState } from '#desktop/renderer/features/editor/use-draft.ts'
import { usePricedRound } from '#desktop/renderer/features/votes/api/round-detail.ts'
import { worthNow } from '#desktop/renderer/features/votes/model/offer-of.ts'
import type { Target } from '#shared/contract/summary.ts'
import type { VoteChoice } from '#shared/rules/band.ts'
import { PATHS, parentOf } from '#shared/rules/paths.ts'
import styles from './editor-page.module.css'
import { useCastVote } from './use-cast-vote.ts'
import { usePostWords } from './use-post-words.ts'
import { VoteForm } from './vote-form.tsx'

interface WriteFormProps {
  userId: number
  /** The round that takes votes now. */
  target: Target
  draft: DraftState
}

/** A new vote. It stays meant for the round it was begun in until the person says otherwise. */
export function WriteForm({ userId, target, draft }: WriteFormProps) {
  const { p, t, format, worth } = usePostWords()
  const [meant, setMeant] = useState(target.targetDate)
  const [choice, setChoice] = useState<VoteChoice | null>(null)
  const { data: round } = usePricedRound(meant)
  useChartFocus(useMemo<ChartFocus>(() => ({ kind: 'write', choice }), [choice]))
  const { state } = useLocation()
  const navigate = useNavigate()
  const isLive = meant === target.targetDate
  const { cast, isSaving } = useCastVote({
    userId,
    meant,
    isLive,
    onMoveOn: setMeant,
    onSaved: () => {
      draft.clear()
      navigate(returnPathOf(state, PATHS.votes), { replace: true })
    },
  })

  const refPrice = round?.refPrice ?? (isLive ? target.refPrice : null)
  const isUnpriced = round !== undefined && isLive && refPrice !== null && !round.priced
  return (
    <>
      <div className={styles.top}>
        <h1>{p('write.heading')}</h1>
        <p>{p('write.lead', { target: format.date(Date.parse(meant)) })}</p>
      </div>
      {!isLive && (
        <div className={styles.notice} role="alert">
          <p>{p('write.periodOver', { target: format.date(Date.parse(target.targetDate)) })}</p>
          <Button kind="plain" onClick={() => setMeant(target.targetDate)}>
            {p('write.moveOn')}
          </Button>
        </div>
      )}
      <VoteForm
        choice={choice}
        onChoose={setChoice}
        refPrice={refPrice}
        offerOf={(option) => (round ? worth(worthNow(option, round)) : t('offer.loading'))}
        hint={isUnpriced ? t('offer.unpricedWhy') : t('offer.kept')}
        initialHtml={draft.initialHtml}
        onChange={draft.save}
        submitText={p('write.submit')}
        isSaving={isSaving}
        onSubmit={cast}
        onCancel={() => {
          draft.clear()
          navigate(parentOf(PATHS.voteWrite))
        }}
      />
    </>
  )
}
