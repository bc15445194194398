import { lazy, type ReactNode, Suspense, useState } from 'react'
import { Link, Navigate, useLoaderData, useLocation } from 'react-router-dom'
import { Button, buttonClass } from '#desktop/renderer/components/button.tsx'
import { Failure } from '#desktop/renderer/components/failure.tsx'
import { Loading } from '#desktop/renderer/components/loading.tsx'
import type { RedirectSignIn, SignInFailure } from '#desktop/renderer/platform/platform.ts'
import {
  useLanguage,
  useServices,
  useSession,
  useTexts,
} from '#desktop/renderer/platform/services.ts'
import type { AuthConfig } from '#shared/contract/auth.ts'
import { CONTACT } from '#shared/i18n/contact.ts'
import { loginTexts } from '#shared/i18n/screens/login.ts'
import { PATHS } from '#shared/rules/paths.ts'
import { useAuthConfig } from './api.ts'
import type { SignInResult } from './finish-sign-in.ts'
import { GoogleSignIn } from './google-sign-in.tsx'
import styles from './login-page.module.css'
import { returnPathOf } from './return-path.ts'
import { SignInMethods } from './sign-in-methods.tsx'

/** Only the desktop app needs it. */
const BrowserSignIn = lazy(() => import('./browser-sign-in.tsx'))

const FAILURE_TEXT = {
  failed: 'login.failed',
  banned: 'login.banned',
  cancelled: 'login.cancelled',
  noResponse: 'login.noResponse',
  timedOut: 'login.timedOut',
  replaced: 'login.replaced',
  providerDown: 'login.providerDown',
  misconfigured: 'login.misconfigured',
} as const satisfies Record<SignInFailure, string>

const isFailure = (value: unknown): value is SignInFailure =>
  typeof value === 'string' && Object.hasOwn(FAILURE_TEXT, value)

/** The login screen. After a failed redirect sign-in it replaces /login/callback with its spent code. */
export function Component() {
  const result = useLoaderData<SignInResult | undefined>()
  if (!result) return <Login />
  const state = { from: result.returnTo, failure: result.failure }
  return <Navigate to={PATHS.login} replace state={state} />
}

/** The failure in a navigation's state, `{failure: 'failed'}`. */
function failureOf(state: unknown): SignInFailure | null {
  if (typeof state !== 'object' || state === null || !('failure' in state)) return null
  const { failure } = state
  return isFailure(failure) ? failure : null
}

function Login() {
  const t = useTexts(loginTexts)
  const { t: core } = useLanguage()
  const session = useSession()
  const { state } = useLocation()
  const [failure, setFailure] = useState(() => failureOf(state))
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
          {failure && (
            <div className={styles.failure} role="alert">
              {t(FAILURE_TEXT[failure])}
              {failure === 'banned' && (
                <p>
                  {t('login.bannedAppeal')} <a href={`mailto:${CONTACT}`}>{CONTACT}</a>
                </p>
              )}
            </div>
          )}
          <SignIn returnTo={returnPathOf(state)} onFailure={setFailure} />
        </>
      )}
      <Link to={PATHS.home} className={buttonClass('plain')}>
        {t('login.home')}
      </Link>
    </section>
  )
}

interface SignInProps {
  /** Path to show after the sign-in. */
  returnTo: string
  onFailure: (failure: SignInFailure | null) => void
}

/** The sign-in of this platform with the server's provider. */
function SignIn({ returnTo, onFailure }: SignInProps) {
  const { t: core } = useLanguage()
  const t = useTexts(loginTexts)
  const { renderGoogleButton, signIn } = useServices().platform
  const { data: config, isPending, refetch } = useAuthConfig()
  const loading = <Loading text={core('state.loading')} />
  if (isPending) return loading
  if (!config) return <Failure text={t('login.noResponse')} onRetry={refetch} />
  if (signIn.kind === 'browser') {
    return (
      <Suspense fallback={loading}>
        <BrowserSignIn {...{ signIn, config, returnTo, onFailure }} />
      </Suspense>
    )
  }
  const { clientId, provider, providers } = config
  const own =
    provider === 'google' && renderGoogleButton ? (
      <GoogleSignIn {...{ clientId, returnTo, onFailure }} renderButton={renderGoogleButton} />
    ) : (
      <RedirectButton {...{ signIn, config, returnTo, onFailure }} />
    )
  return (
    <ProviderRedirects {...{ signIn, providers, returnTo, onFailure }}>
      {clientId === '' ? null : own}
    </ProviderRedirects>
  )
}

interface ProviderRedirectsProps extends SignInProps {
  signIn: RedirectSignIn
  providers: AuthConfig['providers']
  /** The server's own sign-in. */
  children: ReactNode
}

/** All ways to sign in; the server's list opens in this page. */
function ProviderRedirects(props: ProviderRedirectsProps) {
  const { signIn, providers, returnTo, onFailure, children } = props
  const { locale } = useLanguage()
  const start = (provider: string) => {
    onFailure(null)
    signIn.startWith(provider, returnTo, locale).catch(() => onFailure('noResponse'))
  }
  return <SignInMethods providers={providers} onProvider={start} own={children} />
}

interface RedirectButtonProps extends SignInProps {
  signIn: RedirectSignIn
  config: AuthConfig
}

/** Opens the provider in this page, which redirects back signed in. */
function RedirectButton({ signIn, config, returnTo, onFailure }: RedirectButtonProps) {
  const { locale } = useLanguage()
  const t = useTexts(loginTexts)
  const [isLeaving, setLeaving] = useState(false)
  const isLocal = config.provider === 'local'
  const start = () => {
    onFailure(null)
    setLeaving(true)
    signIn.start(config, returnTo, locale).catch(() => {
      setLeaving(false)
      onFailure('noResponse')
    })
  }
  return (
    <>
      <Button kind="primary" onClick={start} disabled={isLeaving}>
        {t(isLocal ? 'login.local' : 'login.google')}
      </Button>
      {isLocal && <p className={styles.hint}>{t('login.localHint')}</p>}
    </>
  )
}
