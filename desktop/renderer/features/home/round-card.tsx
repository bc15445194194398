import { useId } from 'react'
import { Link } from 'react-router-dom'
import { Button, buttonClass } from '#desktop/renderer/components/button.tsx'
import { useIdleModule } from '#desktop/renderer/components/use-idle-module.ts'
import { useLazyModule } from '#desktop/renderer/components/use-lazy-module.ts'
import { DirectionMark } from '#desktop/renderer/features/market/direction-mark.tsx'
import { useOwnVotes } from '#desktop/renderer/features/own-votes/use-own-votes.ts'
import { LiveOffers } from '#desktop/renderer/features/votes/live-offers.tsx'
import { useLanguage, useServices, useUser } from '#desktop/renderer/platform/services.ts'
import type { Target, VoteCounts } from '#shared/contract/summary.ts'
import { VOTE_CHOICES } from '#shared/rules/band.ts'
import { PATHS } from '#shared/rules/paths.ts'
import { BandGauge } from './band-gauge.tsx'
import styles from './round-card.module.css'
import { type RoundKind, RoundStatus } from './round-status.tsx'

const loadWeek = () => import('#desktop/renderer/features/own-votes/week-line.tsx')
const loadOwn = () => import('#desktop/renderer/features/own-votes/your-vote.tsx')
const loadDialog = () => import('./round-dialog.tsx')

/** Return path after voting. */
const FROM_HOME = { from: PATHS.home }

interface RoundCardProps {
  kind: RoundKind
  target: Target
}

/** One round: status, time of its result, the price in its band, the own vote, the offers and the votes. */
export function RoundCard({ kind, target }: RoundCardProps) {
  const { t, format } = useLanguage()
  const { analytics } = useServices()
  const details = useLazyModule(loadDialog)
  const user = useUser()
  const week = useIdleModule(loadWeek)
  const own = useIdleModule(user ? loadOwn : null)
  const { data: votes } = useOwnVotes()
  const vote = votes?.find(({ targetTime }) => targetTime === target.targetDate)
  // The list may predate the last vote here, the access token one from another device.
  const lastVote = user?.lastVoteTime ?? 0
  const hasVoted = vote !== undefined || lastVote >= Date.parse(target.refDate)
  const titleId = useId()
  const targetDate = Date.parse(target.targetDate)
  return (
    <article className={`${styles.card} ${styles[kind]}`} aria-labelledby={titleId}>
      <RoundStatus kind={kind} target={target} hasResult />
      <h2 id={titleId} className={styles.target}>
        <span className={styles.label}>{t('round.settles')}</span>
        <time dateTime={target.targetDate}>{format.date(targetDate)}</time>
      </h2>
      {target.refPrice === null ? (
        <p className={styles.missing}>{t('round.noReference')}</p>
      ) : (
        <BandGauge refPrice={target.refPrice} />
      )}
      <div className={styles.extras}>
        <div>{week && <week.WeekLine target={target} vote={vote} />}</div>
        {user && own && <own.YourVote kind={kind} target={target} hasVoted={hasVoted} />}
      </div>
      <div className={styles.counts}>
        {kind === 'live' ? <LiveOffers target={target} /> : <Counts votes={target.votes} />}
        <Shares votes={target.votes} />
      </div>
      <div className={styles.actions}>
        <Button
          kind="plain"
          onClick={() => {
            details.open()
            analytics.track('modal_open')
          }}
          aria-haspopup="dialog"
          {...details.prefetchProps}
        >
          {t('round.details')}
        </Button>
        {kind === 'live' && !hasVoted && (
          <Link to={PATHS.voteWrite} state={FROM_HOME} className={buttonClass('primary')}>
            {t('round.call')}
          </Link>
        )}
      </div>
      {details.module && (
        <details.module.RoundDialog kind={kind} target={target} onClose={details.close} />
      )}
    </article>
  )
}

/** Votes for each direction. */
function Counts({ votes }: { votes: VoteCounts }) {
  const { format } = useLanguage()
  return (
    <dl>
      {VOTE_CHOICES.map((choice) => (
        <div key={choice}>
          <dt>
            <DirectionMark choice={choice} />
          </dt>
          <dd>{format.count(votes[choice])}</dd>
        </div>
      ))}
    </dl>
  )
}

/** The shares of the votes as one bar; the counts stand above it. */
function Shares({ votes }: { votes: VoteCounts }) {
  return (
    <div className={styles.bar} aria-hidden="true">
      {VOTE_CHOICES.filter((choice) => votes[choice] > 0).map((choice) => (
        <span key={choice} data-direction={choice} style={{ flexGrow: votes[choice] }} />
      ))}
    </div>
  )
}
