import { Link } from 'react-router-dom'
import { Author } from '#desktop/renderer/components/author.tsx'
import { Section } from '#desktop/renderer/components/section.tsx'
import { LeveledDirection } from '#desktop/renderer/features/market/direction-mark.tsx'
import { CompactOffer } from '#desktop/renderer/features/market/offer.tsx'
import { useLanguage, useTexts } from '#desktop/renderer/platform/services.ts'
import type { RoundDetail, RoundVote } from '#shared/contract/rounds.ts'
import { roundsTexts } from '#shared/i18n/screens/rounds.ts'
import { CROWD_MIN_VOTERS } from '#shared/rules/crowd.ts'
import { voteViewPath } from '#shared/rules/paths.ts'
import { storedOffer } from '#shared/rules/vote-offer.ts'
import styles from './round-votes.module.css'

/** The votes of a settled round with the most and the fewest points, if any has points. */
export function RoundVotes({ round }: { round: RoundDetail }) {
  const t = useTexts(roundsTexts)
  const { voters, best, worst, refPrice } = round
  if (voters < CROWD_MIN_VOTERS) {
    return (
      <Section heading={t('round.best')}>
        <p>{t('round.calls.few', { min: CROWD_MIN_VOTERS })}</p>
      </Section>
    )
  }
  // Calls without points are in neither list.
  if (best.length === 0) return null
  return (
    <div className={styles.pair}>
      <Section heading={t('round.best')}>
        <Calls calls={best} refPrice={refPrice} />
      </Section>
      {worst.length > 0 && (
        <Section heading={t('round.worst')}>
          <Calls calls={worst} refPrice={refPrice} />
        </Section>
      )}
    </div>
  )
}

interface CallsProps {
  calls: readonly RoundVote[]
  refPrice: string | null
}

function Calls({ calls, refPrice }: CallsProps) {
  const t = useTexts(roundsTexts)
  const { format } = useLanguage()
  return (
    <ol className={styles.calls}>
      {calls.map((vote) => (
        <li key={vote.voteId}>
          <LeveledDirection choice={vote.voteChoice} refPrice={refPrice} />
          <span className={styles.name}>
            <Author {...vote} />
          </span>
          <CompactOffer offer={storedOffer(vote.voteChoice, vote.offer, vote.carried)} />
          <Link to={voteViewPath(vote.voteId)}>
            {format.signed(vote.points)}
            <span className="visually-hidden"> {t('round.call', { id: vote.voteId })}</span>
          </Link>
        </li>
      ))}
    </ol>
  )
}
