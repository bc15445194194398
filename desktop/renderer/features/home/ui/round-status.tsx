import { useStore } from 'zustand'
import { Badge } from '#desktop/renderer/components/badge.tsx'
import { nextInstant, type RoundKind } from '#desktop/renderer/features/home/model/round-state.ts'
import { useLanguage, useServices } from '#desktop/renderer/platform/services.ts'
import type { Target } from '#shared/contract/summary.ts'
import { spanParts } from '#shared/i18n/format.ts'
import styles from './round-status.module.css'

interface RoundStatusProps {
  kind: RoundKind
  target: Target
}

/** Closed or live, and how long until the next thing happens. */
export function RoundStatus({ kind, target }: RoundStatusProps) {
  const { t } = useLanguage()
  return (
    <p className={styles.status}>
      <Badge tone={kind === 'live' ? 'good' : 'quiet'}>{t(`round.${kind}`)}</Badge>
      <span className={styles.left}>
        <Remaining kind={kind} target={target} />
      </span>
    </p>
  )
}

function Remaining({ kind, target }: RoundStatusProps) {
  const { t } = useLanguage()
  const left = nextInstant(kind, target) - useStore(useServices().seconds)
  if (left <= 0) return <>{t('round.settling')}</>
  const time = t('time.parts', spanParts(left))
  return <>{t(kind === 'live' ? 'round.closesIn' : 'round.settlesIn', { time })}</>
}
