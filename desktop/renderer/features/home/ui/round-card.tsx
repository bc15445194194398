import { useId, useState } from 'react'
import type { Target } from '#shared/contract/summary.ts'
import { Button } from '../../../kit/button.tsx'
import { useLanguage } from '../../../platform/services.ts'
import type { RoundKind } from '../model/round-state.ts'
import { BandGauge } from './band-gauge.tsx'
import styles from './round-card.module.css'
import { RoundModal } from './round-modal.tsx'
import { RoundStatus } from './round-status.tsx'
import { VoteCounts } from './vote-counts.tsx'

interface RoundCardProps {
  kind: RoundKind
  target: Target
}

/** One round: its status, its target, where the price stands in it, and what people called. */
export function RoundCard({ kind, target }: RoundCardProps) {
  const { t, format } = useLanguage()
  const [isOpen, setOpen] = useState(false)
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
      <Button kind={kind === 'live' ? 'primary' : 'plain'} onClick={() => setOpen(true)}>
        {t('round.details')}
      </Button>
      {isOpen && <RoundModal kind={kind} target={target} onClose={() => setOpen(false)} />}
    </article>
  )
}
