import { useMemo, useRef, useState } from 'react'
import { type ChartFocus, useChartFocus } from '#desktop/renderer/features/chart/chart-focus.ts'
import type { DraftState } from '#desktop/renderer/features/editor/use-draft.ts'
import type { Target } from '#shared/contract/summary.ts'
import type { VoteChoice } from '#shared/rules/band.ts'
import { isBlankPost } from '#shared/rules/is-blank.ts'
import { currentOffer } from '#shared/rules/vote-offer.ts'
import { usePricedRound } from './api.ts'
import { useSaveNewVote } from './use-save-new-vote.ts'
import { useVotePageText } from './use-vote-page-text.ts'

interface NewVoteOptions {
  /** The live round. */
  target: Target
  draft: DraftState
  /** Called after the vote was saved, and when the server has one of this round already. */
  leave: (hasSaved: boolean) => void
}

/** A new vote. Its round changes only when the user agrees, even if another round becomes live. */
export function useNewVote({ target, draft, leave }: NewVoteOptions) {
  const { pageText, offerLabel } = useVotePageText()
  const [targetDate, setTargetDate] = useState(target.targetDate)
  const [initialHtml, setInitialHtml] = useState(draft.restored?.content ?? '')
  const html = useRef(initialHtml)
  const [choice, setChoice] = useState<VoteChoice | null>(draft.restored?.choice ?? null)
  const { data: round } = usePricedRound(targetDate)
  useChartFocus(useMemo<ChartFocus>(() => ({ kind: 'write', choice }), [choice]))
  const isLive = targetDate === target.targetDate
  const { save, isSaving, isWaiting } = useSaveNewVote({
    targetDate,
    isLive,
    setTargetDate,
    draft,
    leave,
  })

  const refPrice = round?.refPrice ?? (isLive ? target.refPrice : null)
  const isUnpriced = round !== undefined && isLive && refPrice !== null && !round.priced
  return {
    /** Target of the intended round, ISO 8601, UTC. */
    targetDate,
    /** Moves the vote to the live round; null while it is meant for it. */
    moveOn: isLive ? null : () => setTargetDate(target.targetDate),
    /** Whether a vote now would earn no points. */
    isUnpriced,
    hasNote: () => !isBlankPost(html.current),
    /** Forgets the note and, unless it is given, the direction. Needs a new form, which reads them once. */
    reset(direction: VoteChoice | null) {
      setChoice(direction)
      setInitialHtml('')
      html.current = ''
      if (direction === null) draft.clear()
      else draft.save({ content: '', choice: direction })
    },
    form: {
      choice,
      onChoose(option: VoteChoice) {
        setChoice(option)
        draft.save({ content: html.current, choice: option })
      },
      refPrice,
      offerOf: (option: VoteChoice) => (round ? currentOffer(option, round) : null),
      hint: isUnpriced ? offerLabel('offer.unpricedWhy') : offerLabel('offer.fixed'),
      initialHtml,
      onChange(content: string) {
        html.current = content
        draft.save({ content, choice })
      },
      submitText: pageText('write.submit'),
      isSaving,
      isWaiting,
      onSubmit: save,
    },
  }
}
