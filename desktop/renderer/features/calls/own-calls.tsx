import { useSummary } from '#desktop/renderer/platform/live/summary-query.ts'
import { useLanguage } from '#desktop/renderer/platform/services.ts'
import styles from './own-calls.module.css'
import { useOwnVotes } from './own-votes.ts'
import { YourCall } from './your-call.tsx'

/** The signed-in user's calls in the live round and in the one that waits for its target. */
export function OwnCalls({ hasVoted }: { hasVoted: boolean }) {
  const { t } = useLanguage()
  const { data: summary } = useSummary()
  const { data: votes } = useOwnVotes()
  if (!summary) return null
  const { target1, target2 } = summary
  const isWaiting = votes?.some(({ targetTime }) => targetTime === target1.targetDate)
  return (
    <div className={styles.calls}>
      {hasVoted && <YourCall kind="live" target={target2} hasVoted title={t('round.live')} />}
      {isWaiting && <YourCall kind="closed" target={target1} hasVoted title={t('round.closed')} />}
    </div>
  )
}
