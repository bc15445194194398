import { useLanguage } from '#desktop/renderer/platform/services.ts'
import type { VoteCounts } from '#shared/contract/summary.ts'
import { VOTE_CHOICES } from '#shared/rules/band.ts'
import styles from './crowd-bar.module.css'

/** Shares of the directions among the votes of a round; the numbers are in its text. */
export function CrowdBar({ votes }: { votes: VoteCounts }) {
  const { t, format } = useLanguage()
  const text = VOTE_CHOICES.map(
    (choice) => `${t(`direction.${choice}`)} ${format.count(votes[choice])}`,
  ).join(', ')
  return (
    <span className={styles.bar} role="img" aria-label={text} title={text}>
      {VOTE_CHOICES.map((choice) => (
        <span key={choice} className={styles[choice]} style={{ flexGrow: votes[choice] }} />
      ))}
    </span>
  )
}
