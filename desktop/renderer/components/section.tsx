import { type ReactNode, useId } from 'react'
import styles from './section.module.css'

interface SectionProps {
  /** Anchor of links to the section. */
  anchor?: string
  heading: string
  children: ReactNode
}

/** A box with a heading. */
export function Section({ anchor, heading, children }: SectionProps) {
  const id = useId()
  return (
    <section id={anchor} className={styles.section} aria-labelledby={id}>
      <h2 id={id}>{heading}</h2>
      {children}
    </section>
  )
}
