import { useState } from 'react'
import { Link, Navigate, useLoaderData, useLocation, useNavigate } from 'react-router-dom'
import { buttonClass } from '#desktop/renderer/components/button.tsx'
import { Loading } from '#desktop/renderer/components/loading.tsx'
import type { SignInFailure } from '#desktop/renderer/platform/platform.ts'
import { useLanguage, useSession, useTexts } from '#desktop/renderer/platform/services.ts'
import { CONTACT } from '#shared/i18n/contact.ts'
import { loginTexts } from '#shared/i18n/screens/login.ts'
import { PATHS } from '#shared/rules/paths.ts'
import type { SignInResult } from './finish-sign-in.ts'
import styles from './login-page.module.css'
import { returnPathOf } from './return-path.ts'
import { SignInOptions } from './sign-in-options.tsx'
import { useSignInDocument } from './use-sign-in-document.ts'

const FAILURE_TEXT = {
  failed: 'login.failed',
  banned: 'login.banned',
  cancelled: 'login.cancelled',
  noResponse: 'login.noResponse',
  timedOut: 'login.timedOut',
  replaced: 'login.replaced',
  providerDown: 'login.providerDown',
  misconfigured: 'login.misconfigured',
  storage: 'login.storage',
  // Of links only, which the account screen shows.
  taken: 'login.failed',
  limit: 'login.failed',
  reauthenticate: 'login.failed',
  otherAccount: 'login.failed',
} as const satisfies Record<SignInFailure, string>

const isFailure = (value: unknown): value is SignInFailure =>
  typeof value === 'string' && Object.hasOwn(FAILURE_TEXT, value)

/** The login screen. A redirect that failed, or was no sign-in, is replaced with its spent code. */
export function Component() {
  const result = useLoaderData<SignInResult | undefined>()
  if (!result) return <Login />
  if (result.kind !== 'signIn') {
    const state = { [result.kind]: result.failure ?? 'linked' }
    return <Navigate to={result.returnTo} replace state={state} />
  }
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
  useSignInDocument()
  const t = useTexts(loginTexts)
  const { t: core } = useLanguage()
  const session = useSession()
  const { state } = useLocation()
  const navigate = useNavigate()
  const returnTo = returnPathOf(state)
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
          <SignInOptions
            kind="signIn"
            returnTo={returnTo}
            onDone={() => navigate(returnTo, { replace: true })}
            onFailure={setFailure}
          />
          <p className={styles.consent}>
            {t('login.consent')} <Link to={PATHS.terms}>{core('footer.terms')}</Link> ·{' '}
            <Link to={PATHS.privacy}>{core('footer.privacy')}</Link>
          </p>
        </>
      )}
      <Link to={PATHS.home} className={buttonClass('plain')}>
        {t('login.home')}
      </Link>
    </section>
  )
}
