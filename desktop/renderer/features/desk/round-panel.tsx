import { type ReactNode, useId } from 'react'
import { BandGauge } from '#desktop/renderer/features/home/band-gauge.tsx'
import { type RoundKind, RoundStatus } from '#desktop/renderer/features/home/round-status.tsx'
import { DirectionMark } from '#desktop/renderer/features/market/direction-mark.tsx'
import { useLanguage } from '#desktop/renderer/platform/services.ts'
import type { Target, VoteCounts } from '#shared/contract/summary.ts'
import { VOTE_CHOICES } from '#shared/rules/band.ts'
import styles from './round-panel.module.css'

interface RoundPanelProps {
  kind: RoundKind
  target: Target
  /** In place of the counts of votes, which it has too. */
  offers?: ReactNode
  /** The own vote, or the form for one. */
  children: ReactNode
}

/** One round: state and time left, target, the price in its band, the votes, and what the user does. */
export function RoundPanel({ kind, target, offers, children }: RoundPanelProps) {
  const { t, format } = useLanguage()
  const id = useId()
  return (
    <article className={styles.round} aria-labelledby={id}>
      <div className={styles.top}>
        <RoundStatus kind={kind} target={target} />
        <h3 id={id} className={styles.target}>
          <span className={styles.label}>{t('round.settles')}</span>{' '}
          <time dateTime={target.targetDate}>
            {format.shortDate(Date.parse(target.targetDate))}
          </time>
        </h3>
      </div>
      {target.refPrice === null ? (
        <p className={styles.missing}>{t('round.noReference')}</p>
      ) : (
        <BandGauge refPrice={target.refPrice} />
      )}
      {offers ?? <Counts votes={target.votes} />}
      {children}
    </article>
  )
}

/** Votes for each direction on one line. */
function Counts({ votes }: { votes: VoteCounts }) {
  const { format } = useLanguage()
  return (
    <ul className={styles.counts}>
      {VOTE_CHOICES.map((choice) => (
        <li key={choice}>
          <DirectionMark choice={choice} /> <b>{format.count(votes[choice])}</b>
        </li>
      ))}
    </ul>
  )
}
