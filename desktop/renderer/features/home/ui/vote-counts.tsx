import { DirectionMark } from '#desktop/renderer/components/direction-mark.tsx'
import { useLanguage } from '#desktop/renderer/platform/services.ts'
import type { VoteCounts as Counts } from '#shared/contract/summary.ts'
import { VOTE_CHOICES } from '#shared/rules/band.ts'
import styles from './vote-counts.module.css'

/** How many called each direction, and their shares as one bar. */
export function VoteCounts({ votes }: { votes: Counts }) {
  const { t, format } = useLanguage()
  const total = VOTE_CHOICES.reduce((sum, choice) => sum + votes[choice], 0)
  return (
    <div className={styles.counts}>
      <dl>
        {VOTE_CHOICES.map((choice) => (
          <div key={choice}>
            <dt>
              <DirectionMark choice={choice} word={t(`direction.${choice}`)} />
            </dt>
            <dd>{format.count(votes[choice])}</dd>
          </div>
        ))}
      </dl>
      <div className={styles.bar} aria-hidden="true">
        {total > 0 &&
          VOTE_CHOICES.filter((choice) => votes[choice] > 0).map((choice) => (
            <span key={choice} className={styles[choice]} style={{ flexGrow: votes[choice] }} />
          ))}
      </div>
    </div>
  )
}
