import styles from './loading.module.css'

/** Says that something is on its way. */
export function Loading({ text }: { text: string }) {
  return (
    <p className={styles.loading} role="status">
      <span className={styles.wave} aria-hidden="true" />
      {text}
    </p>
  )
}
