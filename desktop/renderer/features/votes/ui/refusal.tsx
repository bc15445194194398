import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { buttonClass } from '#desktop/renderer/components/button.tsx'
import { PATHS } from '#shared/rules/paths.ts'
import styles from './refusal.module.css'
import { usePostWords } from './use-post-words.ts'

interface RefusalProps {
  heading: string
  /** Why there is nothing else to see. */
  text: string
  more?: string
  /** The page of the list to go back to. */
  back?: string
  /** What can be done about it. */
  children?: ReactNode
}

/** Why a screen cannot be shown, and the ways on from here. */
export function Refusal({ heading, text, more, back = PATHS.votes, children }: RefusalProps) {
  const { p } = usePostWords()
  return (
    <section className={styles.refusal} aria-labelledby="refusal">
      <h1 id="refusal">{heading}</h1>
      <p>{text}</p>
      {more && <p className={styles.more}>{more}</p>}
      <div className={styles.actions}>
        {children}
        <Link to={back} className={buttonClass('plain')}>
          {p('view.back')}
        </Link>
      </div>
    </section>
  )
}
