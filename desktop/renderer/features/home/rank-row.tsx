import type { ReactNode } from 'react'
import { Author } from '#desktop/renderer/components/author.tsx'
import { useLanguage } from '#desktop/renderer/platform/services.ts'
import styles from './lists.module.css'

interface RankRowProps {
  rank: ReactNode
  person: { nickname: string; uniqueCode: string | null }
  /** With sign. */
  points: string
}

/** A person with rank and points. */
export function RankRow({ rank, person, points }: RankRowProps) {
  const { t } = useLanguage()
  return (
    <div className={`${styles.row} ${styles.rank}`}>
      <span className={styles.lead}>{rank}</span>
      <span className={styles.body}>
        <Author {...person} />
      </span>
      <span className={styles.side}>{t('rankers.points', { points })}</span>
    </div>
  )
}
