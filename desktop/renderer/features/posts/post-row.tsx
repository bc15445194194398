import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import styles from './post-row.module.css'

interface PostRowProps {
  id: number
  /** Address of the post. */
  to: string
  title: string
  /** The title is no author's words, so it does not stand out. */
  isSoft?: boolean
  /** Whether this post is the one being read on the same screen. */
  isCurrent: boolean
  /** What stands before the title: a direction, badges. */
  marks?: ReactNode
  /** What stands small below: who, when, how often read and liked. */
  meta: ReactNode
  /** What can be done with the post from the list. */
  action?: ReactNode
}

/** One post in a list. The whole row leads to it; the action in it is its own. */
export function PostRow(props: PostRowProps) {
  const { id, to, title, isSoft = false, isCurrent, marks, meta, action } = props
  return (
    <li className={styles.row} data-current={isCurrent || undefined}>
      <span className={styles.id}>[{id}]</span>
      <span className={styles.body}>
        <span className={styles.head}>
          {marks}
          <Link
            to={to}
            className={styles.title}
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
