import { useEffect } from 'react'
import { Link, useRouteError } from 'react-router-dom'
import { Button, buttonClass } from '#desktop/renderer/components/button.tsx'
import { failureText } from '#desktop/renderer/platform/failure-text.ts'
import { useLanguage, useServices } from '#desktop/renderer/platform/services.ts'
import { PATHS } from '#shared/rules/paths.ts'
import styles from './crash.module.css'

/** What is seen when a screen broke or could not be loaded: details go to the console. */
export function Crash() {
  const language = useLanguage()
  const { t } = language
  const { analytics } = useServices()
  const error = useRouteError()
  useEffect(() => {
    console.error(error)
    analytics.track('error')
  }, [error, analytics])
  const why = failureText(language, error)
  return (
    <div className={styles.crash} role="alert">
      <title>{`${t('state.crashed')} · ${t('app.name')}`}</title>
      <h1>{t('state.crashed')}</h1>
      {why && <p>{why}</p>}
      <p className={styles.ways}>
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
