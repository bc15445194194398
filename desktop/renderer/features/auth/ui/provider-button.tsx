import { useState } from 'react'
import { Button } from '../../../kit/button.tsx'
import { Failure } from '../../../kit/failure.tsx'
import { Loading } from '../../../kit/loading.tsx'
import { useLanguage, useServices } from '../../../platform/services.ts'
import type { SignInFailure } from '../../../platform/web-sign-in.ts'
import { useAuthConfig } from '../api/auth-config.ts'
import styles from './login-page.module.css'

interface ProviderButtonProps {
  /** The path to show after the sign-in. */
  returnTo: string
  onFailure: (failure: SignInFailure | null) => void
}

/** The button of the provider that this server signs people in with. */
export function ProviderButton({ returnTo, onFailure }: ProviderButtonProps) {
  const { t, locale } = useLanguage()
  const { platform } = useServices()
  const { data: config, isPending, refetch } = useAuthConfig()
  const [isLeaving, setLeaving] = useState(false)
  if (isPending) return <Loading text={t('state.loading')} />
  if (!config) {
    return (
      <Failure
        text={t('login.noResponse')}
        retryText={t('state.retry')}
        onRetry={() => refetch()}
      />
    )
  }
  if (config.provider === 'google') return <p className={styles.hint}>{t('login.google')}</p>

  const begin = () => {
    onFailure(null)
    setLeaving(true)
    platform.beginSignIn(config, returnTo, locale).catch(() => {
      setLeaving(false)
      onFailure('noResponse')
    })
  }
  return (
    <>
      <Button kind="primary" onClick={begin} disabled={isLeaving}>
        {t('login.local')}
      </Button>
      <p className={styles.hint}>{t('login.localHint')}</p>
    </>
  )
}
