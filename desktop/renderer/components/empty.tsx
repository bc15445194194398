import styles from './empty.module.css'

/** Says that there is nothing here yet. */
export function Empty({ text }: { text: string }) {
  return <p className={styles.empty}>{text}</p>
}
