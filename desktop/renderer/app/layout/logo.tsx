import styles from './layout.module.css'

/** The mark, the same picture as the page's icon. */
export function Logo() {
  return <img className={styles.logo} src="/icon.svg" width="26" height="26" alt="" />
}
