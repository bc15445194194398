import { useSummary } from '#desktop/renderer/platform/live/summary-query.ts'
import { useLanguage } from '#desktop/renderer/platform/services.ts'
import { OpenWorth } from './open-worth.tsx'
import styles from './own-votes.module.css'
import { useOwnVotes } from './use-own-votes.ts'
import { YourVote } from './your-vote.tsx'

/** The signed-in user's votes in the live round and in the one that waits for its target. */
export function OwnVotes({ hasVoted }: { hasVoted: boolean }) {
  const { t } = useLanguage()
  const { data: summary } = useSummary()
  const { data: votes } = useOwnVotes()
  if (!summary) return null
  const { target1, target2 } = summary
  const isWaiting = votes?.some(({ targetTime }) => targetTime === target1.targetDate)
  return (
    <div className={styles.calls}>
      <OpenWorth className={styles.worth} />
      {hasVoted && <YourVote kind="live" target={target2} hasVoted title={t('round.live')} />}
      {isWaiting && <YourVote kind="closed" target={target1} hasVoted title={t('round.closed')} />}
    </div>
  )
}
