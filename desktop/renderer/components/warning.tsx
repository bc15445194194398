import type { ReactNode } from 'react'
import styles from './warning.module.css'

/** A framed line that is announced when it appears, with its actions. */
export function Warning({ children }: { children: ReactNode }) {
  return (
    <div className={styles.warning} role="alert">
      {children}
    </div>
  )
}
