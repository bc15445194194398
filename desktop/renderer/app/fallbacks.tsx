import { useEffect } from 'react'
import { Link, useRouteError } from 'react-router-dom'
import { Button, buttonClass } from '#desktop/renderer/components/button.tsx'
import { Loading } from '#desktop/renderer/components/loading.tsx'
import { failureText } from '#desktop/renderer/platform/failure-text.ts'
import { useLanguage, useServices } from '#desktop/renderer/platform/services.ts'
import { PATHS } from '#shared/rules/paths.ts'
import styles from './fallbacks.module.css'

/** Shown while the first screen loads or a redirect sign-in finishes. */
export function LoadingScreen() {
  const { t } = useLanguage()
  const isSigningIn = location.pathname === PATHS.loginCallback
  return (
    <main className={styles.loading}>
      <Loading text={t(isSigningIn ? 'login.working' : 'state.loading')} />
    </main>
  )
}

/** Shown when a screen threw or could not be loaded; the error goes to the console. */
export function ErrorScreen() {
  const language = useLanguage()
  const { t } = language
  const { analytics } = useServices()
  const error = useRouteError()
  useEffect(() => {
    console.error(error)
    analytics.track('error')
  }, [error, analytics])
  const reason = failureText(language, error)
  return (
    <div className={styles.error} role="alert">
      <title>{`${t('state.crashed')} · ${t('app.name')}`}</title>
      <h1>{t('state.crashed')}</h1>
      {reason && <p>{reason}</p>}
      <p className={styles.actions}>
        <Button kind="primary" onClick={() => location.reload()}>
          {t('state.reload')}
        </Button>
        <Link to={PATHS.home} className={buttonClass('plain')}>
          {t('state.home')}
        </Link>
      </p>
    </div>
  )
}
