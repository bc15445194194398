import { useEffect, useRef } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { Button, buttonClass } from '#desktop/renderer/components/button.tsx'
import { useLanguage, useSession } from '#desktop/renderer/platform/services.ts'
import { PATHS } from '#shared/rules/paths.ts'
import styles from './session-nav.module.css'
import { useLogout } from './use-logout.ts'

/** Session state in the header: a notice while checking, a login link, or nickname and logout. */
export function SessionNav() {
  const { t } = useLanguage()
  const session = useSession()
  const { pathname, search } = useLocation()
  const endSession = useLogout()
  const loginLink = useRef<HTMLAnchorElement>(null)
  const hasLoggedOut = useRef(false)
  const logout = () => {
    hasLoggedOut.current = true
    endSession()
  }
  useEffect(() => {
    if (session.status !== 'guest' || !hasLoggedOut.current) return
    hasLoggedOut.current = false
    // The focused button is gone; on home no navigation moves the focus.
    loginLink.current?.focus()
  }, [session.status])
  if (session.status === 'checking') {
    return (
      <>
        <span className={styles.checking} role="status">
          {t(session.isHeldUp ? 'header.heldUp' : 'header.loading')}
        </span>
        {session.isHeldUp && (
          <Button kind="plain" onClick={logout}>
            {t('header.logout')}
          </Button>
        )}
      </>
    )
  }
  if (session.status === 'user') {
    return (
      <>
        <Link to={PATHS.profile} className={styles.nickname} title={session.user.nickname}>
          <bdi>{session.user.nickname}</bdi>
        </Link>
        <Button kind="plain" onClick={logout}>
          {t('header.logout')}
        </Button>
      </>
    )
  }
  if (pathname.startsWith(PATHS.login)) return null
  return (
    <Link
      ref={loginLink}
      to={PATHS.login}
      state={{ from: pathname + search }}
      className={buttonClass('primary')}
    >
      {t('header.login')}
    </Link>
  )
}
