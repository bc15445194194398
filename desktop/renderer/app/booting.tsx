import { Loading } from '../kit/loading.tsx'
import { useLanguage } from '../platform/services.ts'
import styles from './booting.module.css'
import { PATHS } from './paths.ts'

/** What is seen while the first screen is being loaded, or a sign-in finished. */
export function Booting() {
  const { t } = useLanguage()
  const isSigningIn = location.pathname === PATHS.loginCallback
  return (
    <main className={styles.booting}>
      <Loading text={t(isSigningIn ? 'login.working' : 'state.loading')} />
    </main>
  )
}
