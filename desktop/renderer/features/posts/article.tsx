import { type ReactNode, useId } from 'react'
import { TextHeading } from '#desktop/renderer/components/text-heading.tsx'
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

/** A vote or post under its title. */
export function Article(props: ArticleProps) {
  const { marks, title, isTitleInContent = false, byline, reactions, actions, children } = props
  const titleId = useId()
  return (
    <article className={styles.article} aria-labelledby={titleId}>
      <header className={styles.head}>
        <div className={styles.marks}>{marks}</div>
        <TextHeading id={titleId} className={isTitleInContent ? 'visually-hidden' : styles.title}>
          {title}
        </TextHeading>
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
