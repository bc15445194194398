import { Loading } from '../kit/loading.tsx'
import { useLanguage } from '../platform/services.ts'
import styles from './booting.module.css'

/** What is seen while a sign-in is being finished. */
export function Booting() {
  const { t } = useLanguage()
  return (
    <main className={styles.booting}>
      <Loading text={t('login.working')} />
    </main>
  )
}
