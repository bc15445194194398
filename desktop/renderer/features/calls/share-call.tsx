import { showFailure, showToast, TOAST_MS } from '#desktop/renderer/components/toast.ts'
import { storedOffer, useOfferText } from '#desktop/renderer/features/market/vote-offer.ts'
import { useLanguage, useServices, useTexts } from '#desktop/renderer/platform/services.ts'
import type { OwnVote } from '#shared/contract/profile.ts'
import { callTexts } from '#shared/i18n/screens/calls.ts'
import { DIRECTION_MARKS } from '#shared/rules/band.ts'
import { voteViewPath } from '#shared/rules/paths.ts'
import styles from './your-call.module.css'

/** Shares a call with the system's dialog; copies its link where there is none. */
export function ShareCall({ vote }: { vote: OwnVote }) {
  const { t, format } = useLanguage()
  const c = useTexts(callTexts)
  const { offerText } = useOfferText()
  const { platform } = useServices()
  const share = async () => {
    const url = new URL(voteViewPath(vote.id), platform.apiOrigin).href
    const text = c('call.shareText', {
      date: format.shortDate(Date.parse(vote.targetTime)),
      mark: DIRECTION_MARKS[vote.voteChoice],
      direction: t(`direction.${vote.voteChoice}`),
      points: offerText(storedOffer(vote.voteChoice, vote.offer)),
    })
    try {
      if (typeof navigator.share === 'function') return await navigator.share({ text, url })
      await navigator.clipboard.writeText(`${text} ${url}`)
      showToast({ id: 'copyToast', text: c('call.copied'), tone: 'good' }, TOAST_MS.copy)
    } catch (error) {
      // The system's dialog was closed without a choice.
      if (error instanceof DOMException && error.name === 'AbortError') return
      showFailure('copyToast', c('call.copyFailed'))
    }
  }
  return (
    <button type="button" className={styles.link} onClick={share}>
      {c('call.share')}
    </button>
  )
}
