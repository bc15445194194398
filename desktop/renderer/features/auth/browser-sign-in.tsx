import { useEffect, useRef, useState } from 'react'
import { Button } from '#desktop/renderer/components/button.tsx'
import type { BrowserSignInMethod } from '#desktop/renderer/platform/platform.ts'
import { useLanguage, useServices, useTexts } from '#desktop/renderer/platform/services.ts'
import type { AuthConfig } from '#shared/contract/auth.ts'
import { loginTexts } from '#shared/i18n/screens/login.ts'
import styles from './login-page.module.css'
import methodStyles from './sign-in-methods.module.css'
import { SignInMethods } from './sign-in-methods.tsx'
import type { SignInPurpose } from './sign-in-purpose.ts'

interface BrowserSignInProps {
  signIn: BrowserSignInMethod
  config: AuthConfig
  purpose: SignInPurpose
}

/** Opens the provider in the system browser and waits for the result. */
export default function BrowserSignIn({ config, signIn, purpose }: BrowserSignInProps) {
  const t = useTexts(loginTexts)
  const { isWaiting, start, again, cancel } = useBrowserAttempt(signIn, purpose)
  const firstButton = useRef<HTMLButtonElement>(null)
  const wasWaiting = useRef(false)
  // The focused button was replaced: its successor takes the focus.
  useEffect(() => {
    if (wasWaiting.current !== isWaiting) firstButton.current?.focus()
    wasWaiting.current = isWaiting
  }, [isWaiting])
  const { provider, providers = [], startId } = config
  const isLocal = provider === 'local'
  return (
    <>
      {/* Present from the start: a screen reader announces only changes of a live region. */}
      <div className={styles.waiting} aria-live="polite">
        {isWaiting && (
          <>
            <p className={styles.status}>{t('login.browser.waiting')}</p>
            <p className={styles.hint}>{t('login.browser.hint')}</p>
          </>
        )}
      </div>
      {isWaiting ? (
        <div className={styles.buttons}>
          <Button kind="plain" onClick={cancel} ref={firstButton}>
            {t('login.browser.cancel')}
          </Button>
          <Button kind="plain" onClick={again}>
            {t('login.browser.again')}
          </Button>
        </div>
      ) : (
        <SignInMethods
          providers={providers}
          onProvider={start}
          firstButton={firstButton}
          own={
            startId === undefined ? (
              providers.length === 0 && <p>{t('login.noneInApp')}</p>
            ) : (
              <>
                <Button kind="primary" onClick={() => start(startId)}>
                  {t(isLocal ? 'login.local' : 'login.google')}
                </Button>
                {isLocal && <p className={methodStyles.hint}>{t('login.localHint')}</p>}
              </>
            )
          }
        />
      )}
    </>
  )
}

/** State and actions of a sign-in in the system browser. */
function useBrowserAttempt(signIn: BrowserSignInMethod, purpose: SignInPurpose) {
  const { kind, onDone, onFailure } = purpose
  const { locale } = useLanguage()
  const { session, analytics } = useServices()
  const [isWaiting, setWaiting] = useState(false)
  /** Number of the current attempt; results of older ones are ignored. */
  const attempt = useRef(0)
  const lastProvider = useRef('')

  useEffect(
    () => () => {
      // A guest who became a user leaves because the attempt succeeded; others have navigated away.
      const isSignedIn = kind === 'signIn' && session.state.getState().status === 'user'
      if (attempt.current === 0 || isSignedIn) return
      attempt.current = 0
      signIn.cancel()
    },
    [signIn, session, kind],
  )

  const start = async (provider: string) => {
    lastProvider.current = provider
    attempt.current += 1
    const own = attempt.current
    onFailure(null)
    setWaiting(true)
    const outcome = await (kind === 'signIn'
      ? signIn.start(provider, locale)
      : signIn.link(provider, locale, kind))
    if (own !== attempt.current) return
    attempt.current = 0
    setWaiting(false)
    if (outcome !== 'signedIn' && outcome !== 'linked') return onFailure(outcome)
    if (kind === 'signIn') analytics.track('login')
    onDone()
  }

  const again = () => start(lastProvider.current)
  return { isWaiting, start, again, cancel: () => signIn.cancel() }
}
