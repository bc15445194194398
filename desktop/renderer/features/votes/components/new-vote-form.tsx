import { useMemo, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { Button } from '#desktop/renderer/components/button.tsx'
import { confirm } from '#desktop/renderer/components/confirm.ts'
import { showToast, TOAST_MS } from '#desktop/renderer/components/toast.ts'
import { returnPathOf } from '#desktop/renderer/features/auth/return-path.ts'
import { type ChartFocus, useChartFocus } from '#desktop/renderer/features/chart/chart-focus.ts'
import type { DraftState } from '#desktop/renderer/features/editor/use-draft.ts'
import { useSave } from '#desktop/renderer/features/editor/use-save.ts'
import { currentOffer, storedOffer } from '#desktop/renderer/features/market/vote-offer.ts'
import {
  OFFER_REFETCH_MS,
  refreshVotes,
  roundQuery,
  useCreateVote,
  usePricedRound,
} from '#desktop/renderer/features/votes/api.ts'
import { recordLocalVote, showAlreadyVoted } from '#desktop/renderer/features/votes/eligibility.ts'
import { useVotePageText } from '#desktop/renderer/features/votes/use-vote-page-text.ts'
import { summaryQuery } from '#desktop/renderer/platform/live/summary-query.ts'
import { useServices } from '#desktop/renderer/platform/services.ts'
import { ApiFailure } from '#desktop/shared/api-failure.ts'
import type { Target } from '#shared/contract/summary.ts'
import type { CreateVoteReply } from '#shared/contract/votes.ts'
import type { VoteChoice } from '#shared/rules/band.ts'
import { freshnessOf } from '#shared/rules/freshness.ts'
import { PATHS, parentOf } from '#shared/rules/paths.ts'
import styles from './editor-page.module.css'
import { useSaveFailure, VoteForm } from './vote-form.tsx'

interface NewVoteFormProps {
  userId: number
  /** The live round. */
  target: Target
  draft: DraftState
}

/** A new vote. Its round changes only when the user agrees, even if another round becomes live. */
export function NewVoteForm({ userId, target, draft }: NewVoteFormProps) {
  const { p, o, format } = useVotePageText()
  const navigate = useNavigate()
  const [targetDate, setTargetDate] = useState(target.targetDate)
  const initialHtml = draft.restored?.content ?? ''
  const html = useRef(initialHtml)
  const [choice, setChoice] = useState<VoteChoice | null>(draft.restored?.choice ?? null)
  const { data: round } = usePricedRound(targetDate)
  useChartFocus(useMemo<ChartFocus>(() => ({ kind: 'write', choice }), [choice]))
  const isLive = targetDate === target.targetDate
  const { save, isSaving } = useSaveNewVote({ userId, targetDate, isLive, setTargetDate, draft })

  const refPrice = round?.refPrice ?? (isLive ? target.refPrice : null)
  const isUnpriced = round !== undefined && isLive && refPrice !== null && !round.priced
  return (
    <>
      <div className={styles.top}>
        <h1>{p('write.heading')}</h1>
        <p>{p('write.lead', { target: format.date(Date.parse(targetDate)) })}</p>
      </div>
      {!isLive && (
        <div className={styles.notice} role="alert">
          <p>{p('write.periodOver', { target: format.date(Date.parse(target.targetDate)) })}</p>
          <Button kind="plain" onClick={() => setTargetDate(target.targetDate)}>
            {p('write.moveOn')}
          </Button>
        </div>
      )}
      <VoteForm
        choice={choice}
        onChoose={(option) => {
          setChoice(option)
          draft.save({ content: html.current, choice: option })
        }}
        refPrice={refPrice}
        offerOf={(option) => (round ? currentOffer(option, round) : null)}
        hint={isUnpriced ? o('offer.unpricedWhy') : o('offer.fixed')}
        initialHtml={initialHtml}
        onChange={(content) => {
          html.current = content
          draft.save({ content, choice })
        }}
        submitText={p('write.submit')}
        isSaving={isSaving}
        onSubmit={save}
        onCancel={() => {
          draft.clear()
          navigate(parentOf(PATHS.voteWrite))
        }}
      />
    </>
  )
}

interface SaveNewVoteOptions {
  userId: number
  /** Target of the intended round, ISO 8601, UTC. */
  targetDate: string
  /** Whether that round is live, as far as this page knows. */
  isLive: boolean
  setTargetDate: (targetDate: string) => void
  draft: DraftState
}

function useSaveNewVote({ userId, targetDate, isLive, setTargetDate, draft }: SaveNewVoteOptions) {
  const services = useServices()
  const { session, clock, analytics } = services
  const { p, t, o, offerText } = useVotePageText()
  const { state } = useLocation()
  const navigate = useNavigate()
  const { mutateAsync } = useCreateVote()
  const confirmLiveRound = useConfirmLiveRound()
  const showFailure = useSaveFailure('voteFailed', p('write.failed'), p('write.serverFailed'))

  const moveToLiveRound = async (vote: VoteChoice): Promise<string | null> => {
    const live = await confirmLiveRound(vote)
    if (live !== null) setTargetDate(live)
    return live
  }

  /** Asks before a vote that would earn no points; resolves to whether to send it. */
  const confirmUnpriced = async (target: string): Promise<boolean> => {
    const price = services.live.price.getState()
    const isStale = !price || freshnessOf(clock.now() - Date.parse(price.time)) === 'stale'
    const { priced } = await services.queries.fetchQuery({
      ...roundQuery(services, target),
      staleTime: isStale ? 0 : OFFER_REFETCH_MS,
    })
    if (priced) return true
    const text = o('offer.unpricedWhy')
    return confirm({ text, yes: p('write.unpricedYes'), no: p('write.unpricedNo') })
  }

  const send = async (vote: VoteChoice, content: string): Promise<CreateVoteReply | null> => {
    let target = isLive ? targetDate : await moveToLiveRound(vote)
    while (target !== null) {
      if (vote !== 'unknown' && !(await confirmUnpriced(target))) return null
      try {
        return await mutateAsync({ targetDate: target, vote, content })
      } catch (error) {
        if (!(error instanceof ApiFailure && error.code === 'ROUND_CHANGED')) throw error
        target = await moveToLiveRound(vote)
      }
    }
    return null
  }

  return useSave({
    send,
    onSaved({ accessToken, offer }, vote) {
      session.adoptAccess(accessToken)
      recordLocalVote(userId, clock.now())
      analytics.track('vote_submit')
      const detail = o('offer.accepted', { offer: offerText(storedOffer(vote, offer)) })
      const toast = { id: 'voteSaved', text: p('write.saved'), detail, tone: 'good' } as const
      showToast(toast, TOAST_MS.vote)
      refreshVotes(services)
    },
    onFailure(error) {
      if (!(error instanceof ApiFailure && error.code === 'ALREADY_VOTED')) {
        return showFailure(error)
      }
      recordLocalVote(userId, clock.now())
      showAlreadyVoted(t('list.alreadyVoted'))
      refreshVotes(services)
      navigate(PATHS.votes, { replace: true })
    },
    leave: () => navigate(returnPathOf(state, PATHS.votes), { replace: true }),
    draft,
    isDirty: !draft.isStored,
  })
}

/**
 * Returns a function that asks whether a vote is also meant for the current live round, showing its
 * target and offer. Resolves to the target (ISO 8601, UTC), or null for no. Rejects with ApiFailure.
 */
function useConfirmLiveRound(): (choice: VoteChoice) => Promise<string | null> {
  const services = useServices()
  const { p, format, offerText, directionText } = useVotePageText()
  return async (choice) => {
    const { queries } = services
    const { target2 } = await queries.fetchQuery({ ...summaryQuery(services), staleTime: 0 })
    const { targetDate } = target2
    const round = await queries.fetchQuery({ ...roundQuery(services, targetDate), staleTime: 0 })
    const agrees = await confirm({
      text: p('write.confirmRound', {
        target: format.date(Date.parse(targetDate)),
        direction: directionText(choice),
        offer: offerText(currentOffer(choice, round)),
      }),
      yes: p('write.confirmRoundYes'),
      no: p('write.confirmRoundNo'),
    })
    return agrees ? targetDate : null
  }
}
