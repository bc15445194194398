import { type ReactNode, useId } from 'react'
import styles from './article.module.css'

interface ArticleProps {
  /** Direction and badges above the title. */
  marks: ReactNode
  title: string
  /** The content shows the whole line that is the title. */
  isTitleInContent?: boolean
  /** Author, time and views. */
  byline: ReactNode
  reactions: ReactNode
  /** Buttons and links at the end. */
  actions: ReactNode
  children: ReactNode
}

/** A vote or post; its title is the screen's h1. */
export function Article(props: ArticleProps) {
  const { marks, title, isTitleInContent = false, byline, reactions, actions, children } = props
  const titleId = useId()
  return (
    <article className={styles.article} aria-labelledby={titleId}>
      <header className={styles.head}>
        <div className={styles.marks}>{marks}</div>
        <h1 id={titleId} className={isTitleInContent ? 'visually-hidden' : undefined}>
          {title}
        </h1>
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
