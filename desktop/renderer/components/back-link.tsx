import { Link } from 'react-router-dom'
import styles from './back-link.module.css'

/** The way back to the parent path, above a screen's heading. */
export function BackLink({ to, text }: { to: string; text: string }) {
  return (
    <Link to={to} className={styles.back}>
      <span aria-hidden="true">←</span> {text}
    </Link>
  )
}
