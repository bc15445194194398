import type { ReactNode } from 'react'
import styles from './badge.module.css'

/** The tone repeats the text: color is never the only signal. */
export type BadgeTone = 'good' | 'warn' | 'quiet'

export function Badge({ tone, children }: { tone: BadgeTone; children: ReactNode }) {
  return <span className={`${styles.badge} ${styles[tone]}`}>{children}</span>
}
