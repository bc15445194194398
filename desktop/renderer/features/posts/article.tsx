import { type ReactNode, useId } from 'react'
import styles from './article.module.css'

interface ArticleProps {
  /** What stands above the title: a direction, badges. */
  marks: ReactNode
  title: string
  /** Who wrote it, when, and how often it was read. */
  byline: ReactNode
  reactions: ReactNode
  /** What can be done with it, and the way out. */
  actions: ReactNode
  /** The text, and what belongs to it. */
  children: ReactNode
}

/** A vote or a post as it is read; its title is the heading of the screen. */
export function Article({ marks, title, byline, reactions, actions, children }: ArticleProps) {
  const titleId = useId()
  return (
    <article className={styles.article} aria-labelledby={titleId}>
      <header className={styles.head}>
        <div className={styles.marks}>{marks}</div>
        <h1 id={titleId}>{title}</h1>
        <p className={styles.byline}>{byline}</p>
      </header>
      {children}
      <footer className={styles.foot}>
        {reactions}
        <div className={styles.actions}>{actions}</div>
      </footer>
    </article>
  )
}
