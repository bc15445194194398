import { Loading } from '#desktop/renderer/components/loading.tsx'
import { useLanguage } from '#desktop/renderer/platform/services.ts'
import { PATHS } from '#shared/rules/paths.ts'
import styles from './booting.module.css'

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
