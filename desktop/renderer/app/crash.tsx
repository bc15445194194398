import { useEffect } from 'react'
import { useRouteError } from 'react-router-dom'
import { Button } from '../kit/button.tsx'
import { useLanguage } from '../platform/services.ts'
import styles from './booting.module.css'

/** What is seen when a screen broke: details go to the console. */
export function Crash() {
  const { t } = useLanguage()
  const error = useRouteError()
  useEffect(() => console.error(error), [error])
  return (
    <main className={styles.booting} role="alert">
      <h1>{t('state.crashed')}</h1>
      <Button kind="primary" onClick={() => location.reload()}>
        {t('state.reload')}
      </Button>
    </main>
  )
}
