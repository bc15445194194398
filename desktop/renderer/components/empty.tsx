import styles from './empty.module.css'

/** Placeholder of an empty list. */
export function Empty({ text }: { text: string }) {
  return <p className={styles.empty}>{text}</p>
}
