import { useNavigate } from 'react-router-dom'
import { confirm } from '#desktop/renderer/components/confirm.ts'
import { showToast, TOAST_MS } from '#desktop/renderer/components/toast.ts'
import type { DraftState } from '#desktop/renderer/features/editor/use-draft.ts'
import { useSave } from '#desktop/renderer/features/editor/use-save.ts'
import { currentOffer, storedOffer } from '#desktop/renderer/features/market/vote-offer.ts'
import { useServices } from '#desktop/renderer/platform/services.ts'
import { ApiFailure } from '#desktop/shared/api-failure.ts'
import type { RoundDetail } from '#shared/contract/rounds.ts'
import type { EditVoteReply, VoteDetail } from '#shared/contract/votes.ts'
import type { VoteChoice } from '#shared/rules/band.ts'
import { voteValue } from '#shared/rules/offer-value.ts'
import { PATHS } from '#shared/rules/paths.ts'
import { refreshVotes, roundQuery, useUpdateVote } from './api.ts'
import { useSaveFailure } from './components/vote-form.tsx'
import { useVotePageText } from './use-vote-page-text.ts'

/** Returns a function that says what a changed direction closes, and what the new one offers. */
export function useChangeText(
  vote: VoteDetail,
): (choice: VoteChoice, round: RoundDetail) => string {
  const { pageText, format, offerText, directionText } = useVotePageText()
  const { voteChoice, offer, carried } = vote
  return (choice, round) => {
    if (!round.chances) return pageText('edit.noPrice')
    const points = format.signed(voteValue({ choice: voteChoice, offer }, round.chances))
    const parts = [
      pageText('edit.repriced', { points }),
      pageText('edit.newOffer', {
        direction: directionText(choice),
        offer: offerText(currentOffer(choice, round)),
      }),
    ]
    if (carried !== 0)
      parts.push(pageText('edit.carriedSoFar', { carried: format.signed(carried) }))
    return parts.join(' ')
  }
}

interface SaveEditOptions {
  vote: VoteDetail
  isDirty: boolean
  draft: DraftState
  changeText: ReturnType<typeof useChangeText>
}

/** Saves an edit; a changed direction is confirmed first, at the price of the moment. */
export function useSaveEdit({ vote, isDirty, draft, changeText }: SaveEditOptions) {
  const services = useServices()
  const { queries } = services
  const { pageText, offerLabel, offerText } = useVotePageText()
  const navigate = useNavigate()
  const { mutateAsync } = useUpdateVote(vote.id)
  const showFailure = useSaveFailure(
    'voteEditFailed',
    pageText('edit.failed'),
    pageText('edit.serverFailed'),
  )

  /** Shows what the change closes and offers at the price of the moment. */
  const confirmChange = async (choice: VoteChoice): Promise<boolean> => {
    // Without a session the server refuses the edit, and the form asks to log in.
    if (services.session.state.getState().status !== 'user') return true
    const query = roundQuery(services, vote.targetTime)
    const round = await queries.fetchQuery({ ...query, staleTime: 0 })
    // Without a price the server refuses the change and says so.
    if (!round.chances) return true
    const text = changeText(choice, round)
    return confirm({ text, yes: pageText('edit.changeYes'), no: pageText('edit.changeNo') })
  }

  const send = async (choice: VoteChoice, content: string): Promise<EditVoteReply | null> => {
    if (choice !== vote.voteChoice && !(await confirmChange(choice))) return null
    return mutateAsync({ vote: choice, content })
  }

  return useSave({
    send,
    onSaved({ offer }, choice) {
      services.analytics.track('vote_edit')
      const accepted = offerLabel('offer.accepted', {
        offer: offerText(storedOffer(choice, offer)),
      })
      const detail = choice === vote.voteChoice ? {} : { detail: accepted }
      const toast = {
        id: 'voteEdited',
        text: pageText('edit.saved'),
        tone: 'good',
        ...detail,
      } as const
      showToast(toast, TOAST_MS.vote)
      refreshVotes(services)
    },
    onFailure(error) {
      showFailure(error)
      // Another window has read a note since: the directions lock here too.
      if (error instanceof ApiFailure && error.code === 'DIRECTION_LOCKED') refreshVotes(services)
    },
    leave: () => navigate(PATHS.votes),
    draft,
    isDirty,
  })
}
