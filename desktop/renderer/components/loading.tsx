import styles from './loading.module.css'

/** Status text with a spinner. */
export function Loading({ text }: { text: string }) {
  return (
    <p className={styles.loading} role="status">
      <span className={styles.spinner} aria-hidden="true" />
      {text}
    </p>
  )
}
