import { showFailure, showToast, TOAST_MS } from '#desktop/renderer/components/toast.ts'
import { useOfferText } from '#desktop/renderer/features/market/use-offer-text.ts'
import { useLanguage, useServices, useTexts } from '#desktop/renderer/platform/services.ts'
import type { OwnVote } from '#shared/contract/profile.ts'
import { directionText } from '#shared/i18n/direction.ts'
import { ownVoteTexts } from '#shared/i18n/screens/own-votes.ts'
import { voteViewPath } from '#shared/rules/paths.ts'
import { storedOffer } from '#shared/rules/vote-offer.ts'
import styles from './your-vote.module.css'

/** Shares a vote with the system's dialog; copies its link where there is none. */
export function ShareVote({ vote }: { vote: OwnVote }) {
  const language = useLanguage()
  const voteText = useTexts(ownVoteTexts)
  const { offerText } = useOfferText()
  const { platform } = useServices()
  const share = async () => {
    const url = new URL(voteViewPath(vote.id), platform.apiOrigin).href
    const text = voteText('call.shareText', {
      // With its offset: readers live in other zones.
      date: language.format.date(Date.parse(vote.targetTime)),
      direction: directionText(language, vote.voteChoice, vote.refPrice),
      points: offerText(storedOffer(vote.voteChoice, vote.offer, vote.carried)),
    })
    try {
      if (typeof navigator.share === 'function') return await navigator.share({ text, url })
      await navigator.clipboard.writeText(`${text} ${url}`)
      showToast({ id: 'copyToast', text: voteText('call.copied'), tone: 'good' }, TOAST_MS.copy)
    } catch (error) {
      // The system's dialog was closed without a choice.
      if (error instanceof DOMException && error.name === 'AbortError') return
      showFailure('copyToast', voteText('call.copyFailed'))
    }
  }
  return (
    <button type="button" className={styles.link} onClick={share}>
      {voteText('call.share')}
    </button>
  )
}
