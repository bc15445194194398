import { confirm } from '#desktop/renderer/components/confirm.ts'
import { summaryQuery } from '#desktop/renderer/platform/live/summary-query.ts'
import { useServices } from '#desktop/renderer/platform/services.ts'
import { ApiFailure } from '#desktop/shared/api-failure.ts'
import type { CreateVoteReply } from '#shared/contract/votes.ts'
import type { VoteChoice } from '#shared/rules/band.ts'
import { currentOffer } from '#shared/rules/vote-offer.ts'
import { roundQuery, useCreateVote } from './api.ts'
import { useNextPrice } from './use-next-price.ts'
import { useVotePageText } from './use-vote-page-text.ts'

interface SendVoteOptions {
  /** Target of the intended round, ISO 8601, UTC. */
  targetDate: string
  /** Whether that round is live, as far as this page knows. */
  isLive: boolean
  setTargetDate: (targetDate: string) => void
}

/** Sends a new vote: asks first about a round that has changed, waits for a live price, then asks. */
export function useSendVote({ targetDate, isLive, setTargetDate }: SendVoteOptions) {
  const { pageText } = useVotePageText()
  const { mutateAsync } = useCreateVote()
  const confirmLiveRound = useConfirmLiveRound()
  const { isWaiting, waitUntil, deadline } = useNextPrice()

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

  /** Resolves to null when the user has declined or left. Rejects with ApiFailure. */
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
  return { send, isWaiting }
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
    const { targetDate, refPrice } = target2
    const round = await queries.fetchQuery({ ...roundQuery(services, targetDate), staleTime: 0 })
    const agrees = await confirm({
      text: pageText('write.confirmRound', {
        settles: format.date(Date.parse(targetDate)),
        direction: directionText(choice, refPrice),
        offer: offerText(currentOffer(choice, round)),
      }),
      yes: pageText('write.confirmRoundYes'),
      no: pageText('write.confirmRoundNo'),
    })
    return agrees ? targetDate : null
  }
}
