import { showToast, TOAST_MS } from '#desktop/renderer/components/toast.ts'
import type { DraftState } from '#desktop/renderer/features/editor/use-draft.ts'
import { useSave } from '#desktop/renderer/features/editor/use-save.ts'
import { useServices } from '#desktop/renderer/platform/services.ts'
import { ApiFailure } from '#desktop/shared/api-failure.ts'
import { storedOffer } from '#shared/rules/vote-offer.ts'
import { refreshVotes } from './api.ts'
import { useSaveFailure } from './components/vote-form.tsx'
import { showAlreadyVoted } from './eligibility.ts'
import { useSendVote } from './use-send-vote.ts'
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

/** Saves a new vote with its draft, and says so. */
export function useSaveNewVote({ draft, leave, ...round }: SaveNewVoteOptions) {
  const services = useServices()
  const { session, analytics } = services
  const { pageText, t, offerLabel, offerText } = useVotePageText()
  const { send, isWaiting } = useSendVote(round)
  const showFailure = useSaveFailure(
    'voteFailed',
    pageText('write.failed'),
    pageText('write.serverFailed'),
  )
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
