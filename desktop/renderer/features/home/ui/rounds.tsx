import { LoadFailure } from '#desktop/renderer/components/failure.tsx'
import { Loading } from '#desktop/renderer/components/loading.tsx'
import { useSummary } from '#desktop/renderer/platform/live/summary-query.ts'
import { useLanguage } from '#desktop/renderer/platform/services.ts'
import { RoundCard } from './round-card.tsx'
import styles from './rounds.module.css'

/** The two rounds that are not settled: the closed one first, then the live one. */
export function Rounds() {
  const { t } = useLanguage()
  const query = useSummary()
  const { data: summary, isPending } = query
  return (
    <section className={styles.rounds} aria-label={t('round.rounds')}>
      {summary && (
        <>
          <RoundCard kind="closed" target={summary.target1} />
          <RoundCard kind="live" target={summary.target2} />
        </>
      )}
      {!summary && (
        <div className={styles.waiting}>
          {isPending ? (
            <Loading text={t('state.loading')} />
          ) : (
            <LoadFailure error={query.error} onRetry={query.refetch} />
          )}
        </div>
      )}
    </section>
  )
}
