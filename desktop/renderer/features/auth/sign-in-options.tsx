import { lazy, Suspense, useRef } from 'react'
import { Button } from '#desktop/renderer/components/button.tsx'
import { Failure } from '#desktop/renderer/components/failure.tsx'
import { Loading } from '#desktop/renderer/components/loading.tsx'
import type { RedirectSignIn, SignInFailure } from '#desktop/renderer/platform/platform.ts'
import { useLanguage, useServices, useTexts } from '#desktop/renderer/platform/services.ts'
import { linkFailureOf } from '#desktop/shared/link-failure.ts'
import type { AuthConfig } from '#shared/contract/auth.ts'
import { loginTexts } from '#shared/i18n/screens/login.ts'
import { useAuthConfig } from './api.ts'
import { GoogleSignIn } from './google-sign-in.tsx'
import { linkRequest } from './link-identity.ts'
import styles from './sign-in-methods.module.css'
import { SignInMethods } from './sign-in-methods.tsx'
import type { SignInPurpose } from './sign-in-purpose.ts'

/** Time in which a second click is one of a double click, ms. */
const DOUBLE_CLICK_MS = 1_000

/** Only the desktop app needs it. */
const BrowserSignIn = lazy(() => import('./browser-sign-in.tsx'))

/** The buttons of this platform for the server's providers. */
export function SignInOptions(purpose: SignInPurpose) {
  const { t: core } = useLanguage()
  const t = useTexts(loginTexts)
  const { signIn } = useServices().platform
  const { data: config, isPending, refetch } = useAuthConfig()
  const loading = <Loading text={core('state.loading')} />
  if (isPending) return loading
  if (!config) return <Failure text={t('login.noResponse')} onRetry={refetch} />
  if (signIn.kind === 'browser') {
    return (
      <Suspense fallback={loading}>
        <BrowserSignIn signIn={signIn} config={config} purpose={purpose} />
      </Suspense>
    )
  }
  return <Redirects signIn={signIn} config={config} purpose={purpose} />
}

interface RedirectsProps {
  signIn: RedirectSignIn
  config: AuthConfig
  purpose: SignInPurpose
}

/** All ways to sign in: Google's own button, and providers that open in this page. */
function Redirects({ signIn, config, purpose }: RedirectsProps) {
  const { locale } = useLanguage()
  const t = useTexts(loginTexts)
  const services = useServices()
  // Not until the page is left: it comes back from the provider, or stays when the browser is told to stop.
  const clickedAt = useRef(Number.NEGATIVE_INFINITY)
  const { kind, returnTo, onFailure } = purpose
  const { renderGoogleButton } = services.platform
  const { provider: own, clientId, startId, providers } = config

  const start = (provider: string) => {
    if (performance.now() - clickedAt.current < DOUBLE_CLICK_MS) return
    onFailure(null)
    clickedAt.current = performance.now()
    const link = kind === 'signIn' ? null : linkRequest(services, kind)
    const stay = (failure: SignInFailure) => {
      clickedAt.current = Number.NEGATIVE_INFINITY
      onFailure(failure)
    }
    signIn.start(provider, returnTo, locale, link).then(
      (failure) => failure && stay(failure),
      (error: unknown) => stay(linkFailureOf(error)),
    )
  }
  const hasGoogle = own === 'google' && clientId !== ''
  return (
    <SignInMethods
      providers={providers}
      onProvider={start}
      own={
        <>
          {hasGoogle && renderGoogleButton && (
            <GoogleSignIn clientId={clientId} renderButton={renderGoogleButton} purpose={purpose} />
          )}
          {own === 'local' && startId !== undefined && (
            <>
              <Button kind="primary" onClick={() => start(startId)}>
                {t('login.local')}
              </Button>
              <p className={styles.hint}>{t('login.localHint')}</p>
            </>
          )}
        </>
      }
    />
  )
}
