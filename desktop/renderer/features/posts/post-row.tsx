import type { ReactNode } from 'react'
import { Link, type To } from 'react-router-dom'
import styles from './post-row.module.css'

interface PostRowProps {
  /** Shown before the row. */
  id?: number
  /** Address of the post. */
  to: To
  title: string
  /** Dims a title that is not the author's own. */
  isSoft?: boolean
  /** This post is open on the same screen. */
  isCurrent: boolean
  /** Direction and badges before the title. */
  marks?: ReactNode
  /** Author, time, views and likes below the title. */
  meta: ReactNode
  /** A link or button beside the row's link. */
  action?: ReactNode
}

/** A vote or post in a list; the whole row is its link. */
export function PostRow(props: PostRowProps) {
  const { id, to, title, isSoft = false, isCurrent, marks, meta, action } = props
  return (
    <li className={styles.row} data-current={isCurrent || undefined}>
      {id !== undefined && <span className={styles.id}>[{id}]</span>}
      <span className={styles.body}>
        <span className={styles.head}>
          {marks}
          <Link
            to={to}
            className={`row-link ${styles.title}`}
            data-soft={isSoft || undefined}
            title={title}
            aria-current={isCurrent ? 'true' : undefined}
          >
            {title}
          </Link>
        </span>
        <span className={styles.meta}>{meta}</span>
      </span>
      {action && <span className={styles.action}>{action}</span>}
    </li>
  )
}
