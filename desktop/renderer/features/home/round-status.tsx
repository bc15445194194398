import { useStore } from 'zustand'
import { Countdown } from '#desktop/renderer/features/market/live-time.tsx'
import { useLanguage, useServices } from '#desktop/renderer/platform/services.ts'
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

/**
 * State of a round and the time left to the end of voting, or to the result, as one sentence. A page that receives no
 * new round, such as one without a network, shows the last one as closed from its end on.
 */
export function RoundStatus({ kind, target, hasResult = false }: RoundStatusProps) {
  const { t } = useLanguage()
  const targetDate = Date.parse(target.targetDate)
  const { closesAt } = roundOfTarget(targetDate)
  const isOpen = useStore(useServices().seconds, (now) => kind === 'live' && now < closesAt)
  const state = isOpen ? 'live' : 'closed'
  const result = (
    <Countdown
      until={targetDate}
      text={(time) => t('round.settlesIn', { time })}
      over={t('round.settling')}
    />
  )
  return (
    <p className={styles.status}>
      <b className={styles[state]}>{t(`round.${state}`)}</b> <span aria-hidden="true">·</span>{' '}
      <span>
        {isOpen ? (
          <Countdown
            until={closesAt}
            text={(time) => t('round.closesIn', { time })}
            over={t('round.closed')}
          />
        ) : (
          result
        )}
      </span>
      {isOpen && hasResult && (
        <>
          {' '}
          <span aria-hidden="true">·</span> <span>{result}</span>
        </>
      )}
    </p>
  )
}
