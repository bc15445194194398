import { useId } from 'react'
import { Link } from 'react-router-dom'
import { Button, buttonClass } from '#desktop/renderer/components/button.tsx'
import { usePartFailure } from '#desktop/renderer/components/part-failure.ts'
import type { RoundKind } from '#desktop/renderer/features/home/model/round-state.ts'
import { useLanguage, useServices } from '#desktop/renderer/platform/services.ts'
import { usePart } from '#desktop/renderer/platform/use-part.ts'
import type { Target } from '#shared/contract/summary.ts'
import { PATHS } from '#shared/rules/paths.ts'
import { BandGauge } from './band-gauge.tsx'
import styles from './round-card.module.css'
import { RoundStatus } from './round-status.tsx'
import { VoteCounts } from './vote-counts.tsx'

const loadDetails = () => import('./round-modal.tsx')

/** One comes back here after voting. */
const FROM_HOME = { from: PATHS.home }

interface RoundCardProps {
  kind: RoundKind
  target: Target
}

/** One round: its status, its target, where the price stands in it, and what people called. */
export function RoundCard({ kind, target }: RoundCardProps) {
  const { t, format } = useLanguage()
  const { analytics } = useServices()
  const details = usePart(loadDetails, usePartFailure())
  const titleId = useId()
  const targetDate = Date.parse(target.targetDate)
  return (
    <article className={styles.card} aria-labelledby={titleId}>
      <RoundStatus kind={kind} target={target} />
      <h2 id={titleId} className={styles.target}>
        <span className={styles.label}>{t('round.target')}</span>
        <time dateTime={target.targetDate}>{format.date(targetDate)}</time>
      </h2>
      {target.refPrice === null ? (
        <p className={styles.missing}>{t('round.noReference')}</p>
      ) : (
        <BandGauge refPrice={target.refPrice} />
      )}
      <VoteCounts votes={target.votes} />
      <div className={styles.actions}>
        <Button
          kind="plain"
          onClick={() => {
            details.open()
            analytics.track('modal_open')
          }}
          aria-haspopup="dialog"
          {...details.intent}
        >
          {t('round.details')}
        </Button>
        {kind === 'live' && (
          <Link to={PATHS.voteWrite} state={FROM_HOME} className={buttonClass('primary')}>
            {t('nav.votes')}
          </Link>
        )}
      </div>
      {details.part && (
        <details.part.RoundModal kind={kind} target={target} onClose={details.close} />
      )}
    </article>
  )
}
