import { useState } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { useStore } from 'zustand'
import { buttonClass } from '#desktop/renderer/components/button.tsx'
import { Loading } from '#desktop/renderer/components/loading.tsx'
import { returnPathOf } from '#desktop/renderer/features/auth/return-path.ts'
import { useLanguage, useServices } from '#desktop/renderer/platform/services.ts'
import type { SignInFailure } from '#desktop/renderer/platform/sign-in-way.ts'
import { useTexts } from '#desktop/renderer/platform/texts.ts'
import { loginTexts } from '#shared/i18n/screens/login.ts'
import styles from './login-page.module.css'
import { ProviderButton } from './provider-button.tsx'

interface LoginPageProps {
  /** Set when the person comes back from a sign-in that did not succeed. */
  failure?: SignInFailure | null
  /** Where to go after the next attempt, when the navigation's state does not say so. */
  returnTo?: string | undefined
}

const FAILURE_TEXT = {
  failed: 'login.failed',
  cancelled: 'login.cancelled',
  noResponse: 'login.noResponse',
  timedOut: 'login.timedOut',
  replaced: 'login.replaced',
} as const

/** The login screen: the provider's button and the way back home. */
export function LoginPage({ failure = null, returnTo }: LoginPageProps) {
  const t = useTexts(loginTexts)
  const { t: core } = useLanguage()
  const session = useStore(useServices().session.state)
  const { state } = useLocation()
  const [problem, setProblem] = useState(failure)
  return (
    <section className={styles.card} aria-labelledby="login-title">
      <title>{`${t('login.title')} · ${core('app.name')}`}</title>
      <h1 id="login-title">{t('login.title')}</h1>
      {session.status === 'checking' && (
        <Loading text={session.isHeldUp ? t('login.heldUp') : core('login.checking')} />
      )}
      {session.status === 'user' && (
        <p>{t('login.already', { nickname: session.user.nickname })}</p>
      )}
      {session.status === 'guest' && (
        <>
          <p>{t('login.lead')}</p>
          {problem && (
            <p className={styles.failure} role="alert">
              {t(FAILURE_TEXT[problem])}
            </p>
          )}
          <ProviderButton returnTo={returnTo ?? returnPathOf(state)} onFailure={setProblem} />
        </>
      )}
      <Link to="/" className={buttonClass('plain')}>
        {t('login.home')}
      </Link>
    </section>
  )
}
