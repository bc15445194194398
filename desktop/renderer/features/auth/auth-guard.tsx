import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Link, useLocation, useNavigate } from 'react-router-dom'
import { buttonClass } from '#desktop/renderer/components/button.tsx'
import { confirm } from '#desktop/renderer/components/confirm.ts'
import { Loading } from '#desktop/renderer/components/loading.tsx'
import { showFailure } from '#desktop/renderer/components/toast.ts'
import { useLanguage, useSession, useTexts } from '#desktop/renderer/platform/services.ts'
import type { SessionState } from '#desktop/renderer/platform/session.ts'
import type { UserClaims } from '#shared/contract/auth.ts'
import { askLoginTexts } from '#shared/i18n/screens/ask-login.ts'
import { PATHS } from '#shared/rules/paths.ts'
import styles from './auth-guard.module.css'

export function isAdmin(user: Pick<UserClaims, 'is_admin'> | null): boolean {
  return user !== null && user.is_admin > 0
}

/**
 * Returns a function that asks a guest to log in. Yes replaces the current entry with the login,
 * which returns to `from`; no goes to `declinedTo`, or nowhere when that is null.
 */
export function useConfirmLogin(): (from: string, declinedTo: string | null) => Promise<void> {
  const { t: core } = useLanguage()
  const t = useTexts(askLoginTexts)
  const navigate = useNavigate()
  return async (from, declinedTo) => {
    const askedAt = location.href
    const agrees = await confirm({
      text: t('login.confirm'),
      yes: core('header.login'),
      no: t('login.no'),
    })
    if (agrees) return navigate(PATHS.login, { replace: true, state: { from } })
    // Someone who has left the screen meanwhile is not redirected.
    if (declinedTo !== null && location.href === askedAt) {
      return navigate(declinedTo, { replace: true })
    }
  }
}

/** The latest session of this screen with a user; a user never becomes a guest again. */
function useEntrySession(): SessionState {
  const session = useSession()
  const [entry, setEntry] = useState(session)
  const isStale = entry !== session && (entry.status !== 'user' || session.status === 'user')
  if (isStale) setEntry(session)
  return isStale ? session : entry
}

/** Asks a guest who opened this screen to log in, once; a logout on the screen shows no dialog. */
export function useLoginPrompt(isRequired: boolean, from: string, declinedTo: string): void {
  const confirmLogin = useConfirmLogin()
  const entry = useEntrySession()
  const wasAsked = useRef(false)
  const mustAsk = isRequired && entry.status === 'guest'
  useEffect(() => {
    if (!mustAsk || wasAsked.current) return
    wasAsked.current = true
    confirmLogin(from, declinedTo)
  })
}

interface AuthGuardProps {
  requires: 'user' | 'admin'
  /** Path to return to after the login. */
  from: string
  /** Path to go to when a guest declines the login. */
  declinedTo: string
  /** Shown until the session is known. */
  checkingText: string
  /** Shown to a guest behind the login dialog. */
  guest: ReactNode
  /** Toast and redirect of a user who is not an admin. */
  denied?: { text: string; to: string }
  /** Keeps the children when the session ends on this screen, so that unsaved text is not lost. */
  outlivesSession?: boolean
  children: (userId: number) => ReactNode
}

/** Renders its children for a user (or admin) and asks a guest to log in. */
export function AuthGuard(props: AuthGuardProps) {
  const { requires, from, declinedTo, checkingText, guest, denied } = props
  const { outlivesSession = false, children } = props
  const navigate = useNavigate()
  const current = useSession()
  const entry = useEntrySession()
  useLoginPrompt(true, from, declinedTo)

  const isDenied = requires === 'admin' && current.status === 'user' && !isAdmin(current.user)
  const deniedText = isDenied ? denied?.text : undefined
  const deniedTo = denied?.to ?? PATHS.home
  useEffect(() => {
    if (deniedText === undefined) return
    showFailure('no-permission', deniedText)
    navigate(deniedTo, { replace: true })
  }, [deniedText, deniedTo, navigate])

  const session = outlivesSession && current.status !== 'user' ? entry : current
  if (session.status === 'checking') return <Loading text={checkingText} />
  if (session.status === 'guest') return guest
  return isDenied ? null : children(session.user.id)
}

/** Login link in place of content that only members may see. */
export function LoginRequired({ text }: { text: string }) {
  const { t } = useLanguage()
  const { pathname, search } = useLocation()
  return (
    <div className={styles.loginRequired}>
      <p>{text}</p>
      <Link
        to={PATHS.login}
        replace
        state={{ from: pathname + search }}
        className={buttonClass('plain')}
      >
        {t('header.login')}
      </Link>
    </div>
  )
}
