import { useState } from 'react'
import { Button } from '#desktop/renderer/components/button.tsx'
import { useLanguage } from '#desktop/renderer/platform/services.ts'
import type { SignInFailure, SignInInPage } from '#desktop/renderer/platform/sign-in-way.ts'
import { useTexts } from '#desktop/renderer/platform/texts.ts'
import type { AuthConfig } from '#shared/contract/auth.ts'
import { loginTexts } from '#shared/i18n/screens/login.ts'
import styles from './login-page.module.css'

interface LeaveButtonProps {
  way: SignInInPage
  config: AuthConfig
  /** The path to show after the sign-in. */
  returnTo: string
  onFailure: (failure: SignInFailure | null) => void
}

/** Goes to the provider's own page, from where one comes back signed in. */
export function LeaveButton({ way, config, returnTo, onFailure }: LeaveButtonProps) {
  const { locale } = useLanguage()
  const t = useTexts(loginTexts)
  const [isLeaving, setLeaving] = useState(false)
  const isLocal = config.provider === 'local'
  const begin = () => {
    onFailure(null)
    setLeaving(true)
    way.begin(config, returnTo, locale).catch(() => {
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
