import { useCallback, useEffect } from 'react'
import { Link, useRouteError } from 'react-router-dom'
import { Button, buttonClass } from '#desktop/renderer/components/button.tsx'
import { useFailureText } from '#desktop/renderer/components/failure.tsx'
import { Loading } from '#desktop/renderer/components/loading.tsx'
import { isServerReachable } from '#desktop/renderer/platform/lazy-module.ts'
import { useLanguage, useLinkState, useServices } from '#desktop/renderer/platform/services.ts'
import { ApiFailure } from '#desktop/shared/api-failure.ts'
import { isDown } from '#desktop/shared/market-state.ts'
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

/** Shown when a screen threw or could not be loaded. */
export function ErrorScreen() {
  const error = useRouteError()
  const isUnreachable = error instanceof ApiFailure && error.code === 'UNREACHABLE'
  return isUnreachable ? <UnreachableScreen /> : <CrashScreen error={error} />
}

/** Shown when a screen could not be loaded without a connection; loads it when the server is back. */
function UnreachableScreen() {
  const { t } = useLanguage()
  const link = useLinkState()
  const retry = useCallback(async () => {
    if (await isServerReachable()) location.reload()
  }, [])
  const isBack = !isDown(link)
  useEffect(() => {
    // Also at once: the connection may have returned while the screen was loading.
    if (isBack) retry()
  }, [isBack, retry])
  const heading = t(link === 'failing' ? 'link.failing' : 'link.badge')
  return (
    <div className={styles.error} role="alert">
      <title>{`${heading} · ${t('app.name')}`}</title>
      <h1>{heading}</h1>
      <p>{t('state.unreachable')}</p>
      <p>{t('state.returns')}</p>
      <p className={styles.actions}>
        <Button kind="primary" onClick={retry}>
          {t('state.retry')}
        </Button>
        <Link to={PATHS.home} className={buttonClass('plain')}>
          {t('state.home')}
        </Link>
      </p>
    </div>
  )
}

/** The error goes to the console and, scrubbed, to the server. */
function CrashScreen({ error }: { error: unknown }) {
  const { t } = useLanguage()
  const { analytics, errorReports } = useServices()
  useEffect(() => {
    console.error(error)
    analytics.track('error')
    errorReports.report('render', error)
  }, [error, analytics, errorReports])
  const reason = useFailureText(error)
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
