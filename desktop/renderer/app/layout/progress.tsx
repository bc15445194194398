import { useNavigation } from 'react-router-dom'
import styles from './progress.module.css'

/** A thin line at the top while the next screen is being loaded. */
export function Progress() {
  const isBusy = useNavigation().state !== 'idle'
  return isBusy && <div className={styles.line} data-testid="progress" aria-hidden="true" />
}
