import { useEffect, useRef } from 'react'
import { Button } from '#desktop/renderer/components/button.tsx'
import type { SignInFailure, SignInInBrowser } from '#desktop/renderer/platform/sign-in-way.ts'
import { useTexts } from '#desktop/renderer/platform/texts.ts'
import type { AuthConfig } from '#shared/contract/auth.ts'
import { loginTexts } from '#shared/i18n/screens/login.ts'
import styles from './login-page.module.css'
import { useBrowserAttempt } from './use-browser-attempt.ts'

interface BrowserSignInProps {
  way: SignInInBrowser
  config: AuthConfig
  /** The path to show after the sign-in. */
  returnTo: string
  onFailure: (failure: SignInFailure | null) => void
}

/** Opens the provider in the system browser, and waits here until the person comes back. */
export default function BrowserSignIn({ config, ...attempt }: BrowserSignInProps) {
  const t = useTexts(loginTexts)
  const { isWaiting, begin, cancel } = useBrowserAttempt(attempt)
  const first = useRef<HTMLButtonElement>(null)
  const wasWaiting = useRef(false)
  // The button that had the focus is gone, and what takes its place gets it.
  useEffect(() => {
    if (wasWaiting.current !== isWaiting) first.current?.focus()
    wasWaiting.current = isWaiting
  }, [isWaiting])
  const isLocal = config.provider === 'local'
  return (
    <>
      {/* It is there before it speaks, so that it is heard. */}
      <div className={styles.waiting} aria-live="polite">
        {isWaiting && (
          <>
            <p className={styles.now}>{t('login.browser.waiting')}</p>
            <p className={styles.hint}>{t('login.browser.hint')}</p>
          </>
        )}
      </div>
      {isWaiting ? (
        <div className={styles.ways}>
          <Button kind="plain" onClick={cancel} ref={first}>
            {t('login.browser.cancel')}
          </Button>
          <Button kind="plain" onClick={begin}>
            {t('login.browser.again')}
          </Button>
        </div>
      ) : (
        <>
          <Button kind="primary" onClick={begin} ref={first}>
            {t(isLocal ? 'login.local' : 'login.google')}
          </Button>
          {isLocal && <p className={styles.hint}>{t('login.localHint')}</p>}
        </>
      )}
    </>
  )
}
