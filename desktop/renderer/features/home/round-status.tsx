import { Countdown } from '#desktop/renderer/features/market/live-time.tsx'
import { useLanguage } from '#desktop/renderer/platform/services.ts'
import type { Target } from '#shared/contract/summary.ts'
import { roundOfTarget } from '#shared/rules/schedule.ts'
import styles from './round-status.module.css'

/** `live` takes votes, `closed` waits for its target. */
export type RoundKind = 'closed' | 'live'

interface RoundStatusProps {
  kind: RoundKind
  target: Target
  /** Adds the time left to the result of a round that takes votes. */
  hasResult?: boolean
}

/** State of a round and the time left to the end of voting, or to the result, as one sentence. */
export function RoundStatus({ kind, target, hasResult = false }: RoundStatusProps) {
  const { t } = useLanguage()
  const targetDate = Date.parse(target.targetDate)
  return (
    <p className={styles.status}>
      <b className={styles[kind]}>{t(`round.${kind}`)}</b> <span aria-hidden="true">·</span>{' '}
      <span>
        <Countdown
          until={kind === 'live' ? roundOfTarget(targetDate).closesAt : targetDate}
          text={(time) => t(kind === 'live' ? 'round.closesIn' : 'round.settlesIn', { time })}
          over={t('round.settling')}
        />
      </span>
      {kind === 'live' && hasResult && (
        <>
          {' '}
          <span aria-hidden="true">·</span>{' '}
          <span>
            <Countdown
              until={targetDate}
              text={(time) => t('round.settlesIn', { time })}
              over={t('round.settling')}
            />
          </span>
        </>
      )}
    </p>
  )
}
