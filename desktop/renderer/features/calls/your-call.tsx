import { type ReactNode, useMemo } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { useStore } from 'zustand'
import { LoadFailure } from '#desktop/renderer/components/failure.tsx'
import { Loading } from '#desktop/renderer/components/loading.tsx'
import { DirectionMark } from '#desktop/renderer/features/market/direction-mark.tsx'
import { Countdown } from '#desktop/renderer/features/market/live-time.tsx'
import { storedOffer, useOfferText } from '#desktop/renderer/features/market/vote-offer.ts'
import { AlertMe } from '#desktop/renderer/features/notifications/alert-me.tsx'
import { LiveOffers } from '#desktop/renderer/features/votes/live-offers.tsx'
import { useSummary } from '#desktop/renderer/platform/live/summary-query.ts'
import { useLanguage, useServices, useTexts } from '#desktop/renderer/platform/services.ts'
import type { OwnVote } from '#shared/contract/profile.ts'
import type { Target } from '#shared/contract/summary.ts'
import { callTexts } from '#shared/i18n/screens/calls.ts'
import { canEdit } from '#shared/rules/edit-window.ts'
import { callPoints } from '#shared/rules/open-call.ts'
import { PATHS, voteEditPath } from '#shared/rules/paths.ts'
import { CallWorth, RightNow } from './call-worth.tsx'
import { courseOf, polyline, rangeOf } from './course.ts'
import { useOwnVotes, useRecordVisit } from './own-votes.ts'
import { ShareCall } from './share-call.tsx'
import { useWeek } from './week.ts'
import styles from './your-call.module.css'

interface YourCallProps {
  kind: 'closed' | 'live'
  target: Target
  /** Whether the access token knows of a vote in the live round. */
  hasVoted: boolean
  /** Name of the round where the surroundings do not show it. */
  title?: string
  /** Leaves out the course, the time left and the actions. */
  isBrief?: boolean
}

/** The signed-in user's call in a round, and its worth at the price of the moment. */
export function YourCall(props: YourCallProps) {
  const { kind, target, hasVoted, title, isBrief = false } = props
  const { t } = useLanguage()
  const c = useTexts(callTexts)
  const { data: votes, error, isFetching, refetch } = useOwnVotes()
  useRecordVisit()
  const vote = votes?.find(({ targetTime }) => targetTime === target.targetDate)
  if (vote)
    return <OpenCall vote={vote} target={target} kind={kind} title={title} isBrief={isBrief} />
  // Right after a vote the list may not include it yet.
  const isAwaited = !votes || (kind === 'live' && hasVoted && isFetching)
  if (isAwaited && error) return <LoadFailure error={error} onRetry={refetch} />
  if (isBrief && !isAwaited) return <p className={styles.soft}>{c(`call.none.${kind}`)}</p>
  return (
    <Block kind={kind} isBrief={isBrief}>
      {isAwaited ? (
        <Loading text={t('state.loading')} />
      ) : (
        <>
          <p className={styles.soft}>{c(`call.none.${kind}`)}</p>
          {kind === 'live' && <LiveOffers target={target} />}
        </>
      )}
    </Block>
  )
}

interface BlockProps {
  kind: YourCallProps['kind']
  isBrief?: boolean
  children: ReactNode
}

/** A brief call is part of its round; others are landmarks with names of their own. */
function Block({ kind, isBrief = false, children }: BlockProps) {
  const { t } = useLanguage()
  const c = useTexts(callTexts)
  if (isBrief) return <div className={styles.call}>{children}</div>
  return (
    <section className={styles.call} aria-label={`${c('call.heading')} · ${t(`round.${kind}`)}`}>
      {children}
    </section>
  )
}

interface OpenCallProps {
  vote: OwnVote
  target: Target
  kind: YourCallProps['kind']
  title: string | undefined
  isBrief: boolean
}

function OpenCall({ vote, target, kind, title, isBrief }: OpenCallProps) {
  const { t, format } = useLanguage()
  const c = useTexts(callTexts)
  const isDirectional = vote.voteChoice !== 'unknown'
  return (
    <Block kind={kind} isBrief={isBrief}>
      <p className={styles.line}>
        <span className={styles.soft}>
          {c('call.heading')}
          {title && ` · ${title}`}
        </span>
        <b>
          <DirectionMark choice={vote.voteChoice} />
        </b>
        {vote.entryPrice !== null && (
          <span>{c('call.entry', { price: format.price(vote.entryPrice, 0) })}</span>
        )}
        {isDirectional && target.refPrice !== null && (
          <RightNow vote={vote} refPrice={target.refPrice} />
        )}
      </p>
      <Worth vote={vote} refPrice={target.refPrice} isBrief={isBrief} />
      {!isBrief && (kind === 'live' || title) && (
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

/** Worth now between the points if right and if wrong; a sentence for a call without points. */
function Worth({ vote, refPrice, isBrief }: WorthProps) {
  const { format } = useLanguage()
  const c = useTexts(callTexts)
  const { offerText } = useOfferText()
  const s60 = useSummary().data?.s60
  const offer = storedOffer(vote.voteChoice, vote.offer)
  const carried = vote.carried === 0 ? null : format.signed(vote.carried)
  if (offer.kind !== 'points') {
    const reason = c(offer.kind === 'none' ? 'call.unknown' : 'call.unpriced')
    return (
      <p className={styles.soft}>
        {reason} {carried !== null && c('call.carriedOnly', { points: carried })}
      </p>
    )
  }
  const { hit, miss } = callPoints({ ...vote, choice: vote.voteChoice })
  return (
    <div className={styles.worth}>
      <p>
        {refPrice !== null && (
          <>
            <CallWorth vote={vote} refPrice={refPrice} s60={s60} />{' '}
            <span aria-hidden="true">·</span>{' '}
          </>
        )}
        {offerText({ kind: 'points', hit, miss })}
        {carried !== null && (
          <span className={styles.soft}> ({c('call.carried', { points: carried })})</span>
        )}
      </p>
      {!isBrief && refPrice !== null && s60 !== undefined && (
        <Course vote={vote} refPrice={refPrice} s60={s60} />
      )}
    </div>
  )
}

/** The worth of a call since the vote as a small line over its points if wrong and if right. */
function Course({ vote, refPrice, s60 }: { vote: OwnVote; refPrice: string; s60: number }) {
  const { format } = useLanguage()
  const c = useTexts(callTexts)
  const { data: candles } = useWeek()
  const course = useMemo(
    () => (candles ? courseOf({ vote, refPrice, s60, candles }) : []),
    [candles, vote, refPrice, s60],
  )
  const [first, last] = [course[0], course.at(-1)]
  if (!first || !last || course.length < 2) return null
  const frame = { x: [first.x, last.x], y: rangeOf(course, 0) } satisfies Parameters<
    typeof polyline
  >[0]
  const [low, high] = rangeOf(course)
  const zero = polyline(frame, [
    { x: first.x, y: 0 },
    { x: last.x, y: 0 },
  ])
  return (
    <svg
      className={styles.course}
      viewBox="0 0 100 100"
      preserveAspectRatio="none"
      role="img"
      aria-label={c('call.course', { low: format.signed(low), high: format.signed(high) })}
    >
      <polyline points={zero} className={styles.zero} />
      <polyline points={polyline(frame, course)} />
    </svg>
  )
}

function Actions({ vote }: { vote: OwnVote }) {
  const c = useTexts(callTexts)
  const { pathname, search } = useLocation()
  const { seconds } = useServices()
  const isEditable = useStore(seconds, (now) => canEdit(Date.parse(vote.created), now))
  return (
    <p className={styles.actions}>
      {isEditable && (
        <Link to={voteEditPath(vote.id)} state={{ from: pathname + search }}>
          {c('call.edit')}
        </Link>
      )}
      {pathname !== PATHS.votes && <Link to={PATHS.votes}>{c('call.read')}</Link>}
      <ShareCall vote={vote} />
      <AlertMe className={styles.link} />
    </p>
  )
}
