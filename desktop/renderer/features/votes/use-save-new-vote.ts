import { confirm } from '#desktop/renderer/components/confirm.ts'
import { showToast, TOAST_MS } from '#desktop/renderer/components/toast.ts'
import type { DraftState } from '#desktop/renderer/features/editor/use-draft.ts'
import { useSave } from '#desktop/renderer/features/editor/use-save.ts'
import { currentOffer, storedOffer } from '#desktop/renderer/features/market/vote-offer.ts'
import { summaryQuery } from '#desktop/renderer/platform/live/summary-query.ts'
import { useServices } from '#desktop/renderer/platform/services.ts'
import { ApiFailure } from '#desktop/shared/api-failure.ts'
import type { CreateVoteReply } from '#shared/contract/votes.ts'
import type { VoteChoice } from '#shared/rules/band.ts'
import { refreshVotes, roundQuery, useCreateVote } from './api.ts'
import { useSaveFailure } from './components/vote-form.tsx'
import { showAlreadyVoted } from './eligibility.ts'
import { useNextPrice } from './use-next-price.ts'
import { useVotePageText } from './use-vote-page-text.ts'

interface SaveNewVoteOptions {
  /** Target of the intended round, ISO 8601, UTC. */
  targetDate: string
  /** Whether that round is live, as far as this page knows. */
  isLive: boolean
  setTargetDate: (targetDate: string) => void
  draft: DraftState
  /** Called after the vote was saved, and when the server has one of this round already. */
  leave: (hasSaved: boolean) => void
}

/** Sends a new vote: asks first about a round that has changed, waits for a live price, then asks. */
export function useSaveNewVote(options: SaveNewVoteOptions) {
  const { targetDate, isLive, setTargetDate, draft, leave } = options
  const services = useServices()
  const { session, analytics } = services
  const { pageText, t, offerLabel, offerText } = useVotePageText()
  const { mutateAsync } = useCreateVote()
  const confirmLiveRound = useConfirmLiveRound()
  const { isWaiting, waitUntil, deadline } = useNextPrice()
  const showFailure = useSaveFailure(
    'voteFailed',
    pageText('write.failed'),
    pageText('write.serverFailed'),
  )

  const moveToLiveRound = async (vote: VoteChoice): Promise<string | null> => {
    const live = await confirmLiveRound(vote)
    if (live !== null) setTargetDate(live)
    return live
  }

  const confirmUnpriced = () =>
    confirm({
      text: pageText('write.unpriced'),
      yes: pageText('write.unpricedYes'),
      no: pageText('write.unpricedNo'),
    })

  const send = async (vote: VoteChoice, content: string): Promise<CreateVoteReply | null> => {
    let target = isLive ? targetDate : await moveToLiveRound(vote)
    let isUnpricedFine = false
    let until: number | null = null
    while (target !== null) {
      try {
        return await mutateAsync({ targetDate: target, vote, content, isUnpricedFine })
      } catch (error) {
        const code = error instanceof ApiFailure ? error.code : null
        if (code === 'ROUND_CHANGED') target = await moveToLiveRound(vote)
        else if (code === 'NO_FRESH_PRICE') {
          until ??= deadline()
          const waited = await waitUntil(until)
          if (waited === 'left') return null
          isUnpricedFine = waited === 'none'
          if (isUnpricedFine && !(await confirmUnpriced())) return null
        } else throw error
      }
    }
    return null
  }

  const { save, isSaving } = useSave({
    send,
    onSaved({ accessToken, offer }, vote) {
      session.adoptAccess(accessToken)
      analytics.track('vote_submit')
      const detail = offerLabel('offer.accepted', { offer: offerText(storedOffer(vote, offer)) })
      const toast = {
        id: 'voteSaved',
        text: pageText('write.saved'),
        detail,
        tone: 'good',
      } as const
      showToast(toast, TOAST_MS.vote)
      refreshVotes(services)
    },
    onFailure(error) {
      if (!(error instanceof ApiFailure && error.code === 'ALREADY_VOTED')) {
        return showFailure(error)
      }
      // The token of another device has the vote.
      session.renew(session.accessToken() ?? '')
      showAlreadyVoted(t('list.alreadyVoted'))
      refreshVotes(services)
      leave(false)
    },
    leave: () => leave(true),
    draft,
    isDirty: !draft.isStored,
  })
  return { save, isSaving, isWaiting }
}

/**
 * Returns a function that asks whether a vote is also meant for the current live round, showing its
 * target and offer. Resolves to the target (ISO 8601, UTC), or null for no. Rejects with ApiFailure.
 */
function useConfirmLiveRound(): (choice: VoteChoice) => Promise<string | null> {
  const services = useServices()
  const { pageText, format, offerText, directionText } = useVotePageText()
  return async (choice) => {
    const { queries } = services
    const { target2 } = await queries.fetchQuery({ ...summaryQuery(services), staleTime: 0 })
    const { targetDate } = target2
    const round = await queries.fetchQuery({ ...roundQuery(services, targetDate), staleTime: 0 })
    const agrees = await confirm({
      text: pageText('write.confirmRound', {
        target: format.date(Date.parse(targetDate)),
        direction: directionText(choice),
        offer: offerText(currentOffer(choice, round)),
      }),
      yes: pageText('write.confirmRoundYes'),
      no: pageText('write.confirmRoundNo'),
    })
    return agrees ? targetDate : null
  }
}
