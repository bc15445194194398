import { type ReactNode, useId } from 'react'
import styles from './section.module.css'

interface SectionProps {
  /** Anchor of links to the section. */
  anchor?: string
  heading: string
  /** Controls beside the heading. */
  side?: ReactNode
  children: ReactNode
}

/** A box with a heading. */
export function Section({ anchor, heading, side, children }: SectionProps) {
  const id = useId()
  return (
    <section id={anchor} className={styles.section} aria-labelledby={id}>
      <div className={styles.head}>
        <h2 id={id}>{heading}</h2>
        {side}
      </div>
      {children}
    </section>
  )
}
