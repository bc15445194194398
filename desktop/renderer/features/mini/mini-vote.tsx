import type { ReactNode } from 'react'
import {
  DirectionMark,
  LeveledDirection,
} from '#desktop/renderer/features/market/direction-mark.tsx'
import { useOfferText } from '#desktop/renderer/features/market/use-offer-text.ts'
import { useOwnVotes } from '#desktop/renderer/features/own-votes/use-own-votes.ts'
import { Standing, VoteValue } from '#desktop/renderer/features/own-votes/vote-value.tsx'
import { useSummary } from '#desktop/renderer/platform/live/summary-query.ts'
import {
  useLanguage,
  useLivePrice,
  useServices,
  useSession,
  useTexts,
} from '#desktop/renderer/platform/services.ts'
import type { OwnVote } from '#shared/contract/profile.ts'
import type { Target } from '#shared/contract/summary.ts'
import { levelText, standingOf } from '#shared/i18n/direction.ts'
import { miniTexts } from '#shared/i18n/screens/mini.ts'
import { ownVoteTexts } from '#shared/i18n/screens/own-votes.ts'
import type { Direction, VoteChoice } from '#shared/rules/band.ts'
import { isPriced } from '#shared/rules/offer-value.ts'
import { votePoints } from '#shared/rules/open-vote.ts'
import { PATHS } from '#shared/rules/paths.ts'
import styles from './mini-ticker.module.css'

interface MiniVoteProps {
  target: Target
  /** The direction alone, on a line of its own, or with its standing and worth below. */
  form: 'direction' | 'line' | 'worth'
}

/** The own vote in the live round; without one the way to it. Empty until it is known. */
export function MiniVote({ target, form }: MiniVoteProps) {
  const t = useTexts(miniTexts)
  const { desktop } = useServices().platform
  const { status } = useSession()
  const { data: votes } = useOwnVotes()
  const vote = votes?.find(({ targetTime }) => targetTime === target.targetDate)
  if (vote) return <OwnVoteLines vote={vote} refPrice={target.refPrice} form={form} />
  if (status !== 'guest' && !votes) return null
  const text = status === 'guest' ? 'mini.guest' : 'mini.noCall'
  return (
    <p className={styles.none}>
      {form !== 'direction' && <span>{t(text)}</span>}
      <button type="button" onClick={() => desktop?.openMainWindow(PATHS.voteWrite)}>
        {t('mini.vote')}
      </button>
    </p>
  )
}

interface OwnVoteLinesProps {
  vote: OwnVote
  refPrice: string | null
  form: MiniVoteProps['form']
}

function OwnVoteLines({ vote, refPrice, form }: OwnVoteLinesProps) {
  const voteText = useTexts(ownVoteTexts)
  const { voteChoice } = vote
  const standing =
    voteChoice === 'unknown' || refPrice === null ? null : { direction: voteChoice, refPrice }
  return (
    <>
      <p className={styles.call} title={voteText('call.heading')}>
        <span className={form === 'direction' ? 'visually-hidden' : styles.soft}>
          {voteText('call.heading')}
        </span>
        <b>
          {form === 'direction' ? (
            <StackedDirection choice={voteChoice} />
          ) : (
            // Without the edges of the band, the level is in percent, like the price above it.
            <LeveledDirection choice={voteChoice} refPrice={form === 'line' ? null : refPrice} />
          )}
        </b>
        {form === 'line' && standing && <RightMark {...standing} />}
      </p>
      {form === 'worth' && standing && (
        <Value vote={vote} refPrice={standing.refPrice}>
          <Standing {...standing} />
        </Value>
      )}
    </>
  )
}

/** A direction above its level, for the ticker of one line. */
function StackedDirection({ choice }: { choice: VoteChoice }) {
  const level = levelText(useLanguage(), choice, null)
  return (
    <span className={styles.stacked}>
      <DirectionMark choice={choice} /> <span>{level}</span>
    </span>
  )
}

/** A check mark while the vote is right, on a line that has no room for more. */
function RightMark({ direction, refPrice }: { direction: Direction; refPrice: string }) {
  const language = useLanguage()
  const price = useLivePrice((live) => live?.value)
  if (price === undefined) return null
  const { isRight, text } = standingOf(language, direction, { price, refPrice })
  return (
    <span className={styles.good} title={text}>
      {isRight && <span aria-hidden="true">✓</span>}
      <span className="visually-hidden">{text}</span>
    </span>
  )
}

interface ValueProps {
  vote: OwnVote
  refPrice: string
  /** How the vote stands. */
  children: ReactNode
}

/** Value now and standing, and the points if right and if wrong; the standing alone without points. */
function Value({ vote, refPrice, children }: ValueProps) {
  const { offerText } = useOfferText()
  const s60 = useSummary().data?.s60
  const priced = { ...vote, choice: vote.voteChoice }
  if (!isPriced(priced)) return <p>{children}</p>
  return (
    <>
      <p>
        <VoteValue vote={vote} refPrice={refPrice} s60={s60} /> · {children}
      </p>
      <p className={styles.soft}>{offerText({ kind: 'points', ...votePoints(priced) })}</p>
    </>
  )
}
