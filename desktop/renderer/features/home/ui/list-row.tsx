import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import styles from './list-row.module.css'

interface ListRowProps {
  title: string
  /** Where the row leads. */
  to?: string
  /** What stands small below the title. */
  meta: ReactNode
  /** The figure before the title. */
  lead?: ReactNode
  /** The figure at the end of the row. */
  side?: ReactNode
}

/** One row of a list of the home screen: a title of one line, and what belongs to it. */
export function ListRow({ title, to, meta, lead, side }: ListRowProps) {
  return (
    <div className={styles.row}>
      {lead !== undefined && <span className={styles.lead}>{lead}</span>}
      <span className={styles.body}>
        {to ? (
          <Link to={to} className={styles.title} title={title}>
            {title}
          </Link>
        ) : (
          <span className={styles.title} title={title}>
            {title}
          </span>
        )}
        <span className={styles.meta}>{meta}</span>
      </span>
      {side !== undefined && <span className={styles.side}>{side}</span>}
    </div>
  )
}
