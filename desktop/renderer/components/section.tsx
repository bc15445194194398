import { type ReactNode, useId } from 'react'
import styles from './section.module.css'

interface SectionProps {
  heading: string
  children: ReactNode
}

/** A box with a heading. */
export function Section({ heading, children }: SectionProps) {
  const id = useId()
  return (
    <section className={styles.section} aria-labelledby={id}>
      <h2 id={id}>{heading}</h2>
      {children}
    </section>
  )
}
