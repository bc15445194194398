import { useState } from 'react'
import type { AuthConfig } from '#shared/contract/auth.ts'
import { loginTexts } from '#shared/i18n/screens/login.ts'
import { Button } from '../../../kit/button.tsx'
import { useLanguage, useServices } from '../../../platform/services.ts'
import { useTexts } from '../../../platform/texts.ts'
import type { SignInFailure } from '../../../platform/web-sign-in.ts'
import styles from './login-page.module.css'

interface LeaveButtonProps {
  config: AuthConfig
  /** The path to show after the sign-in. */
  returnTo: string
  onFailure: (failure: SignInFailure | null) => void
}

/** Goes to the provider's own page, from where one comes back signed in. */
export function LeaveButton({ config, returnTo, onFailure }: LeaveButtonProps) {
  const { locale } = useLanguage()
  const t = useTexts(loginTexts)
  const { platform } = useServices()
  const [isLeaving, setLeaving] = useState(false)
  const isLocal = config.provider === 'local'
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
        {t(isLocal ? 'login.local' : 'login.google')}
      </Button>
      {isLocal && <p className={styles.hint}>{t('login.localHint')}</p>}
    </>
  )
}
