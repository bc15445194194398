import { Badge } from '#desktop/renderer/components/badge.tsx'
import { LeveledDirection } from '#desktop/renderer/features/market/direction-mark.tsx'
import { Countdown } from '#desktop/renderer/features/market/live-time.tsx'
import { Offer } from '#desktop/renderer/features/market/offer.tsx'
import { usePricedRound } from '#desktop/renderer/features/votes/api.ts'
import { useVoteCount } from '#desktop/renderer/features/votes/eligibility.ts'
import { useVoteText } from '#desktop/renderer/features/votes/use-vote-text.ts'
import { useSummary } from '#desktop/renderer/platform/live/summary-query.ts'
import { useUser } from '#desktop/renderer/platform/services.ts'
import { DIRECTIONS } from '#shared/rules/band.ts'
import { currentOffer } from '#shared/rules/vote-offer.ts'
import styles from './round-strip.module.css'

/** The live round: its target, its closing time, the user's vote and the offers. */
export function RoundStrip() {
  const { t, offerLabel, core, format } = useVoteText()
  const { data: summary } = useSummary()
  const targetDate = summary?.target2.targetDate ?? null
  const { data: round } = usePricedRound(targetDate)
  const count = useVoteCount()
  const isSignedIn = useUser() !== null
  return (
    <section className={styles.strip} aria-label={t('strip.label')}>
      <p className={styles.line}>
        <Badge tone="good">{core('round.live')}</Badge>
        {targetDate && (
          <span className={styles.soft}>
            {core('round.settles')}{' '}
            <time dateTime={targetDate}>{format.date(Date.parse(targetDate))}</time>
          </span>
        )}
        {round && (
          <span className={styles.soft}>
            <Countdown
              until={Date.parse(round.closesAt)}
              text={(time) => core('round.closesIn', { time })}
              over={core('round.closed')}
            />
          </span>
        )}
        {isSignedIn && (
          <b className={styles.voted}>{t(count > 0 ? 'strip.voted' : 'strip.notVoted')}</b>
        )}
      </p>
      <ul className={styles.offers} aria-label={offerLabel('offer.now')}>
        {DIRECTIONS.map((choice) => (
          <li key={choice}>
            <LeveledDirection choice={choice} refPrice={summary?.target2.refPrice} />
            <Offer offer={round ? currentOffer(choice, round) : null} />
          </li>
        ))}
      </ul>
    </section>
  )
}
