import { Link } from 'react-router-dom'
import { Author } from '#desktop/renderer/components/author.tsx'
import { Section } from '#desktop/renderer/components/section.tsx'
import { DirectionMark } from '#desktop/renderer/features/market/direction-mark.tsx'
import { CompactOffer } from '#desktop/renderer/features/market/offer.tsx'
import { storedOffer } from '#desktop/renderer/features/market/vote-offer.ts'
import { useLanguage, useTexts } from '#desktop/renderer/platform/services.ts'
import type { RoundCall, RoundDetail } from '#shared/contract/rounds.ts'
import { roundsTexts } from '#shared/i18n/screens/rounds.ts'
import { CROWD_MIN_VOTERS } from '#shared/rules/crowd.ts'
import { voteViewPath } from '#shared/rules/paths.ts'
import styles from './round-calls.module.css'

/** The best and the worst calls of a settled round. */
export function RoundCalls({ round: { voters, best, worst } }: { round: RoundDetail }) {
  const t = useTexts(roundsTexts)
  if (voters < CROWD_MIN_VOTERS) {
    return (
      <Section heading={t('round.best')}>
        <p>{t('round.calls.few', { min: CROWD_MIN_VOTERS })}</p>
      </Section>
    )
  }
  return (
    <div className={styles.pair}>
      <Section heading={t('round.best')}>
        <Calls calls={best} />
      </Section>
      <Section heading={t('round.worst')}>
        <Calls calls={worst} />
      </Section>
    </div>
  )
}

function Calls({ calls }: { calls: readonly RoundCall[] }) {
  const t = useTexts(roundsTexts)
  const { format } = useLanguage()
  return (
    <ol className={styles.calls}>
      {calls.map((call) => (
        <li key={call.voteId}>
          <DirectionMark choice={call.voteChoice} />
          <span className={styles.name}>
            <Author {...call} />
          </span>
          <CompactOffer offer={storedOffer(call.voteChoice, call.offer)} />
          <Link to={voteViewPath(call.voteId)}>
            {format.signed(call.points)}
            <span className="visually-hidden"> {t('round.call', { id: call.voteId })}</span>
          </Link>
        </li>
      ))}
    </ol>
  )
}
