import { useNavigate } from 'react-router-dom'
import { confirm } from '#desktop/renderer/components/confirm.ts'
import { showToast, TOAST_MS } from '#desktop/renderer/components/toast.ts'
import { useConfirmReplace, useSentTexts } from '#desktop/renderer/features/editor/newer-text.tsx'
import type { DraftState } from '#desktop/renderer/features/editor/use-draft.ts'
import { useSave } from '#desktop/renderer/features/editor/use-save.ts'
import { useServices } from '#desktop/renderer/platform/services.ts'
import { ApiFailure, isEditedElsewhere } from '#desktop/shared/api-failure.ts'
import type { RoundDetail } from '#shared/contract/rounds.ts'
import type { EditVoteReply, VoteDetail } from '#shared/contract/votes.ts'
import type { VoteChoice } from '#shared/rules/band.ts'
import type { Chances } from '#shared/rules/offer.ts'
import { voteValue } from '#shared/rules/offer-value.ts'
import { PATHS } from '#shared/rules/paths.ts'
import { currentOffer, storedOffer } from '#shared/rules/vote-offer.ts'
import { refreshVotes, roundQuery, useRefetchVote, useUpdateVote } from './api.ts'
import { useSaveFailure } from './components/vote-form.tsx'
import { useNextPrice } from './use-next-price.ts'
import { useVotePageText } from './use-vote-page-text.ts'

/** The chances of a round under the rule of a vote's offer; null without a live price. */
function chancesUnder(version: number, round: RoundDetail): Chances | null {
  // A server before version 3 has one model for all.
  return round.chancesByVersion?.find((each) => each.version === version) ?? round.chances
}

/** Returns a function that says what a changed direction closes, and what the new one offers. */
export function useChangeText(): (
  vote: VoteDetail,
  choice: VoteChoice,
  round: RoundDetail,
) => string {
  const { pageText, format, offerText, offerLabel, directionText } = useVotePageText()
  return ({ voteChoice, offer, carried }, choice, round) => {
    const chances = chancesUnder(offer.version, round)
    if (!chances) return offerLabel('offer.unpricedWhy')
    const points = format.signed(voteValue({ choice: voteChoice, offer }, chances))
    const parts = [
      pageText('edit.repriced', { points }),
      pageText('edit.newOffer', {
        direction: directionText(choice, round.refPrice),
        offer: offerText(currentOffer(choice, round)),
      }),
    ]
    if (carried !== 0)
      parts.push(pageText('edit.carriedSoFar', { carried: format.signed(carried) }))
    return parts.join(' ')
  }
}

interface SavedEdit extends EditVoteReply {
  choice: VoteChoice
  /** Whether the direction is another than the form or the vote had. */
  isRedirected: boolean
}

interface SaveEditOptions {
  /** The vote as loaded on entry. */
  vote: VoteDetail
  /** The vote as last fetched. */
  present: VoteDetail
  /** The saved note that the edit began with. */
  base: string
  /** The direction of the edited vote, whatever the present one is. */
  choiceOf: (present: VoteDetail) => VoteChoice
  isDirty: boolean
  draft: DraftState
  changeText: ReturnType<typeof useChangeText>
}

/**
 * Saves an edit. A changed direction waits for a live price and is confirmed first, and so is the
 * replacement of a note that was changed elsewhere meanwhile.
 */
export function useSaveEdit(options: SaveEditOptions) {
  const { vote, present, base, choiceOf, isDirty, draft, changeText } = options
  const services = useServices()
  const { queries } = services
  const { pageText, offerLabel, offerText } = useVotePageText()
  const navigate = useNavigate()
  const { mutateAsync } = useUpdateVote(vote.id)
  const refetch = useRefetchVote(vote.id)
  const confirmReplace = useConfirmReplace()
  const sent = useSentTexts(draft.restored?.content ?? null)
  const { isWaiting, waitUntil, deadline } = useNextPrice()
  const showFailure = useSaveFailure(
    'voteEditFailed',
    pageText('edit.failed'),
    pageText('edit.serverFailed'),
  )

  /** The round once it has a live price; null when the author gives up or leaves. */
  const pricedRound = async (): Promise<RoundDetail | null> => {
    const query = { ...roundQuery(services, vote.targetTime), staleTime: 0 }
    let until = deadline()
    for (;;) {
      const round = await queries.fetchQuery(query)
      if (round.chances) return round
      const waited = await waitUntil(until)
      if (waited === 'left') return null
      if (waited === 'none') {
        if (!(await confirmWait())) return null
        until = deadline()
      }
    }
  }

  const confirmWait = () =>
    confirm({
      text: pageText('edit.noPrice'),
      yes: pageText('edit.waitYes'),
      no: pageText('edit.changeNo'),
    })

  /** Shows what the change closes and offers at the price of the moment. */
  const confirmChange = async (current: VoteDetail, choice: VoteChoice): Promise<boolean> => {
    // Without a session the server refuses the edit, and the form asks to log in.
    if (services.session.state.getState().status !== 'user') return true
    const round = await pricedRound()
    if (round === null) return false
    const text = changeText(current, choice, round)
    return confirm({ text, yes: pageText('edit.changeYes'), no: pageText('edit.changeNo') })
  }

  const isNewer = ({ content }: VoteDetail) => content !== base && !sent.has(content)

  const send = async (content: string): Promise<SavedEdit | null> => {
    let current = present
    for (;;) {
      // A note that was not changed here is no reason to replace one that was changed elsewhere.
      const note = content === base ? current.content : content
      if (isNewer(current) && note !== current.content && !(await confirmReplace())) return null
      const choice = choiceOf(current)
      if (choice !== current.voteChoice && !(await confirmChange(current, choice))) return null
      sent.add(content)
      const seen = current.modified ?? current.created
      try {
        const reply = await mutateAsync({ vote: choice, content: note, seen })
        const isRedirected = choice !== vote.voteChoice || choice !== current.voteChoice
        return { ...reply, choice, isRedirected }
      } catch (error) {
        if (!isEditedElsewhere(error)) throw error
        current = await refetch()
        if ((current.modified ?? current.created) === seen) throw error
      }
    }
  }

  const { save, isSaving } = useSave({
    send,
    onSaved({ offer, carried, choice, isRedirected }) {
      services.analytics.track('vote_edit')
      const accepted = offerLabel('offer.accepted', {
        offer: offerText(storedOffer(choice, offer, carried)),
      })
      const detail = isRedirected ? { detail: accepted } : {}
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
  return { save, isSaving, isWaiting, isNoteNewer: isNewer(present) }
}
