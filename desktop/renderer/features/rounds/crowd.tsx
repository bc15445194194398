import { LeveledDirection } from '#desktop/renderer/features/market/direction-mark.tsx'
import { useLanguage, useTexts } from '#desktop/renderer/platform/services.ts'
import type { CrowdPick as Pick } from '#shared/contract/rounds.ts'
import type { VoteCounts } from '#shared/contract/summary.ts'
import { roundsTexts } from '#shared/i18n/screens/rounds.ts'
import { VOTE_CHOICES } from '#shared/rules/band.ts'
import styles from './crowd.module.css'

/** Shares of the directions among the votes of a round; the numbers are in its text. */
export function CrowdBar({ votes }: { votes: VoteCounts }) {
  const { t, format } = useLanguage()
  const text = VOTE_CHOICES.map(
    (choice) => `${t(`direction.${choice}`)} ${format.count(votes[choice])}`,
  ).join(', ')
  return (
    <span className={styles.bar} role="img" aria-label={text} title={text}>
      {VOTE_CHOICES.map((choice) => (
        <span key={choice} data-direction={choice} style={{ flexGrow: votes[choice] }} />
      ))}
    </span>
  )
}

interface CrowdPickProps {
  /** Null while it is hidden, or when nobody named a direction. */
  pick: Pick | null
  /** Null before settlement and where it does not count. */
  isRight: boolean | null
}

/** The direction that most people called, and whether it came true. */
export function CrowdPick({ pick, isRight }: CrowdPickProps) {
  const t = useTexts(roundsTexts)
  if (pick === null) return <>—</>
  if (pick === 'split') return <small>{t('pick.split')}</small>
  return (
    <>
      <LeveledDirection choice={pick} refPrice={null} />
      {isRight !== null && <small> {t(isRight ? 'pick.right' : 'pick.wrong')}</small>}
    </>
  )
}
