import { useEffect } from 'react'
import { CallWorth, RightNow } from '#desktop/renderer/features/calls/call-worth.tsx'
import { useOwnVotes } from '#desktop/renderer/features/calls/own-votes.ts'
import { DirectionMark } from '#desktop/renderer/features/market/direction-mark.tsx'
import { useOfferText } from '#desktop/renderer/features/market/vote-offer.ts'
import { useSummary } from '#desktop/renderer/platform/live/summary-query.ts'
import { useServices, useTexts, useUser } from '#desktop/renderer/platform/services.ts'
import type { OwnVote } from '#shared/contract/profile.ts'
import type { Target } from '#shared/contract/summary.ts'
import { callTexts } from '#shared/i18n/screens/calls.ts'
import { miniTexts } from '#shared/i18n/screens/mini.ts'
import { isPriced } from '#shared/rules/offer-value.ts'
import { callPoints } from '#shared/rules/open-call.ts'
import { PATHS } from '#shared/rules/paths.ts'
import styles from './mini-ticker.module.css'

interface MiniCallProps {
  target: Target
  /** The direction alone, with right or wrong at this price, or with the worth below. */
  form: 'direction' | 'line' | 'worth'
}

/** The own call in the live round; without one the way to it. Empty until it is known. */
export function MiniCall({ target, form }: MiniCallProps) {
  const t = useTexts(miniTexts)
  const { desktop } = useServices().platform
  const user = useUser()
  const { data: votes, refetch } = useOwnVotes()
  const lastVoteTime = user?.lastVoteTime ?? 0
  // The main window voted: its new access token reaches this window too.
  useEffect(() => {
    if (lastVoteTime > 0) void refetch()
  }, [lastVoteTime, refetch])

  const vote = votes?.find(({ targetTime }) => targetTime === target.targetDate)
  if (vote) return <OwnCall vote={vote} refPrice={target.refPrice} form={form} />
  if (user !== null && !votes) return null
  const text = user === null ? 'mini.guest' : 'mini.noCall'
  return (
    <p className={styles.none}>
      {form !== 'direction' && <span>{t(text)}</span>}
      <button type="button" onClick={() => desktop?.openMainWindow(PATHS.voteWrite)}>
        {t('mini.vote')}
      </button>
    </p>
  )
}

interface OwnCallProps {
  vote: OwnVote
  refPrice: string | null
  form: MiniCallProps['form']
}

function OwnCall({ vote, refPrice, form }: OwnCallProps) {
  const c = useTexts(callTexts)
  const isDirectional = vote.voteChoice !== 'unknown' && refPrice !== null
  return (
    <>
      <p className={styles.call} title={c('call.heading')}>
        <span className={form === 'direction' ? 'visually-hidden' : styles.soft}>
          {c('call.heading')}
        </span>
        <b>
          <DirectionMark choice={vote.voteChoice} />
        </b>
        {isDirectional && form !== 'direction' && <RightNow vote={vote} refPrice={refPrice} />}
      </p>
      {form === 'worth' && refPrice !== null && <Worth vote={vote} refPrice={refPrice} />}
    </>
  )
}

/** Worth now, and the points if right and if wrong; nothing for a call without points. */
function Worth({ vote, refPrice }: { vote: OwnVote; refPrice: string }) {
  const { offerText } = useOfferText()
  const s60 = useSummary().data?.s60
  const call = { ...vote, choice: vote.voteChoice }
  if (!isPriced(call)) return null
  return (
    <>
      <p>
        <CallWorth vote={vote} refPrice={refPrice} s60={s60} />
      </p>
      <p className={styles.soft}>{offerText({ kind: 'points', ...callPoints(call) })}</p>
    </>
  )
}
