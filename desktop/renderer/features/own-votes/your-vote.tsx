import { type ReactNode, useMemo } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { useStore } from 'zustand'
import { CopyPicture } from '#desktop/renderer/components/copy-picture.tsx'
import { LoadFailure } from '#desktop/renderer/components/failure.tsx'
import { Loading } from '#desktop/renderer/components/loading.tsx'
import { LeveledDirection } from '#desktop/renderer/features/market/direction-mark.tsx'
import { Countdown } from '#desktop/renderer/features/market/live-time.tsx'
import { useOfferText } from '#desktop/renderer/features/market/use-offer-text.ts'
import { AlertMe } from '#desktop/renderer/features/notifications/alert-me.tsx'
import { useSummary } from '#desktop/renderer/platform/live/summary-query.ts'
import { useLanguage, useServices, useTexts } from '#desktop/renderer/platform/services.ts'
import type { OwnVote } from '#shared/contract/profile.ts'
import type { Target } from '#shared/contract/summary.ts'
import { ownVoteTexts } from '#shared/i18n/screens/own-votes.ts'
import { canEdit } from '#shared/rules/edit-window.ts'
import { votePoints } from '#shared/rules/open-vote.ts'
import { cardPaths, PATHS, voteEditPath } from '#shared/rules/paths.ts'
import { storedOffer } from '#shared/rules/vote-offer.ts'
import { ShareVote } from './share-vote.tsx'
import { useOwnVotes, useRecordVisit } from './use-own-votes.ts'
import { polyline, rangeOf, valueOverTime } from './value-over-time.ts'
import { Standing, VoteValue } from './vote-value.tsx'
import { useWeek } from './week.ts'
import styles from './your-vote.module.css'

interface YourVoteProps {
  kind: 'closed' | 'live'
  target: Target
  /** Whether the access token knows of a vote in the live round. */
  hasVoted: boolean
  /** Name of the round where the surroundings do not show it. */
  title?: string
  /** Leaves out the line of its value, the time left and the actions. */
  isBrief?: boolean
}

/** The signed-in user's vote in a round, and its worth at the price of the moment. */
export function YourVote(props: YourVoteProps) {
  const { kind, target, hasVoted, title, isBrief = false } = props
  const { t } = useLanguage()
  const voteText = useTexts(ownVoteTexts)
  const { data: votes, error, isFetching, refetch } = useOwnVotes()
  useRecordVisit()
  const vote = votes?.find(({ targetTime }) => targetTime === target.targetDate)
  if (vote)
    return <OpenVote vote={vote} target={target} kind={kind} title={title} isBrief={isBrief} />
  // Right after a vote the list may not include it yet.
  const isAwaited = !votes || (kind === 'live' && hasVoted && isFetching)
  if (isAwaited && error) return <LoadFailure error={error} onRetry={refetch} />
  if (isBrief && !isAwaited) return <p className={styles.soft}>{voteText(`call.none.${kind}`)}</p>
  return (
    <Block kind={kind} isBrief={isBrief}>
      {isAwaited ? (
        <Loading text={t('state.loading')} />
      ) : (
        <p className={styles.soft}>{voteText(`call.none.${kind}`)}</p>
      )}
    </Block>
  )
}

interface BlockProps {
  kind: YourVoteProps['kind']
  isBrief?: boolean
  children: ReactNode
}

/** A brief vote is part of its round; others are landmarks with names of their own. */
function Block({ kind, isBrief = false, children }: BlockProps) {
  const { t } = useLanguage()
  const voteText = useTexts(ownVoteTexts)
  if (isBrief) return <div className={styles.call}>{children}</div>
  return (
    <section
      className={styles.call}
      aria-label={`${voteText('call.heading')} · ${t(`round.${kind}`)}`}
    >
      {children}
    </section>
  )
}

interface OpenVoteProps {
  vote: OwnVote
  target: Target
  kind: YourVoteProps['kind']
  title: string | undefined
  isBrief: boolean
}

function OpenVote({ vote, target, kind, title, isBrief }: OpenVoteProps) {
  const { t, format } = useLanguage()
  const voteText = useTexts(ownVoteTexts)
  const { voteChoice } = vote
  return (
    <Block kind={kind} isBrief={isBrief}>
      <p className={styles.line}>
        <span className={styles.soft}>
          {voteText('call.heading')}
          {title && ` · ${title}`}
        </span>
        <b>
          <LeveledDirection choice={voteChoice} refPrice={target.refPrice} />
        </b>
        {vote.entryPrice !== null && (
          <span>{voteText('call.entry', { price: format.price(vote.entryPrice, 0) })}</span>
        )}
        {voteChoice !== 'unknown' && target.refPrice !== null && (
          <Standing direction={voteChoice} refPrice={target.refPrice} />
        )}
      </p>
      <Worth vote={vote} refPrice={target.refPrice} isBrief={isBrief} />
      {!isBrief && title && (
        <p className={styles.soft}>
          <Countdown
            until={Date.parse(target.targetDate)}
            text={(time) => t('round.settlesIn', { time })}
            over={t('round.settling')}
          />
        </p>
      )}
      {!isBrief && <Actions vote={vote} />}
    </Block>
  )
}

interface WorthProps {
  vote: OwnVote
  refPrice: string | null
  isBrief: boolean
}

/** Worth now between the points if right and if wrong; a sentence for a vote without points. */
function Worth({ vote, refPrice, isBrief }: WorthProps) {
  const { format } = useLanguage()
  const voteText = useTexts(ownVoteTexts)
  const { offerText } = useOfferText()
  const s60 = useSummary().data?.s60
  const offer = storedOffer(vote.voteChoice, vote.offer)
  const carried = vote.carried === 0 ? null : format.signed(vote.carried)
  if (offer.kind !== 'points') {
    const reason = voteText(offer.kind === 'none' ? 'call.unknown' : 'call.unpriced')
    return (
      <p className={styles.soft}>
        {reason} {carried !== null && voteText('call.carriedOnly', { points: carried })}
      </p>
    )
  }
  const { hit, miss } = votePoints(vote)
  return (
    <div className={styles.worth}>
      <p>
        {refPrice !== null && (
          <>
            <VoteValue vote={vote} refPrice={refPrice} s60={s60} />{' '}
            <span aria-hidden="true">·</span>{' '}
          </>
        )}
        {offerText({ kind: 'points', hit, miss })}
        {carried !== null && (
          <span className={styles.soft}> ({voteText('call.carried', { points: carried })})</span>
        )}
      </p>
      {!isBrief && refPrice !== null && s60 !== undefined && (
        <ValueChart vote={vote} refPrice={refPrice} s60={s60} />
      )}
    </div>
  )
}

/** The value of a vote since it was cast as a small line over its points if wrong and if right. */
function ValueChart({ vote, refPrice, s60 }: { vote: OwnVote; refPrice: string; s60: number }) {
  const { format } = useLanguage()
  const voteText = useTexts(ownVoteTexts)
  const { data: candles } = useWeek()
  const values = useMemo(
    () => (candles ? valueOverTime({ vote, refPrice, s60, candles }) : []),
    [candles, vote, refPrice, s60],
  )
  const [first, last] = [values[0], values.at(-1)]
  if (!first || !last || values.length < 2) return null
  const frame = { x: [first.x, last.x], y: rangeOf(values, 0) } satisfies Parameters<
    typeof polyline
  >[0]
  const [low, high] = rangeOf(values)
  const zero = polyline(frame, [
    { x: first.x, y: 0 },
    { x: last.x, y: 0 },
  ])
  return (
    <svg
      className={styles.valueChart}
      viewBox="0 0 100 100"
      preserveAspectRatio="none"
      role="img"
      aria-label={voteText('call.valueOverTime', {
        low: format.signed(low),
        high: format.signed(high),
      })}
    >
      <polyline points={zero} className={styles.zero} />
      <polyline points={polyline(frame, values)} />
    </svg>
  )
}

function Actions({ vote }: { vote: OwnVote }) {
  const voteText = useTexts(ownVoteTexts)
  const { pathname, search } = useLocation()
  const { seconds } = useServices()
  const isEditable = useStore(seconds, (now) => canEdit(Date.parse(vote.created), now))
  return (
    <p className={styles.actions}>
      {isEditable && (
        <Link to={voteEditPath(vote.id)} state={{ from: pathname + search }}>
          {voteText('call.edit')}
        </Link>
      )}
      {pathname !== PATHS.votes && <Link to={PATHS.votes}>{voteText('call.read')}</Link>}
      <ShareVote vote={vote} />
      <CopyPicture
        className={styles.link}
        path={cardPaths.call.path(`${vote.id}`)}
        name={`tidemark-${vote.targetTime.slice(0, 10)}`}
      />
      <AlertMe className={styles.link} />
    </p>
  )
}
