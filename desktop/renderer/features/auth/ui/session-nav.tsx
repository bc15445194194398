import { Link, useLocation } from 'react-router-dom'
import { useStore } from 'zustand'
import { Button, buttonClass } from '#desktop/renderer/components/button.tsx'
import { useLogout } from '#desktop/renderer/features/auth/api/log-out.ts'
import { useLanguage, useServices } from '#desktop/renderer/platform/services.ts'
import styles from './session-nav.module.css'

/** Who is using the page: Loading while that is checked, then Login, or the nickname and Logout. */
export function SessionNav() {
  const { t } = useLanguage()
  const session = useStore(useServices().session.state)
  const { pathname, search } = useLocation()
  const logout = useLogout()
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
        <Link to="/profile" className={styles.nickname} title={session.user.nickname}>
          {session.user.nickname}
        </Link>
        <Button kind="plain" onClick={logout}>
          {t('header.logout')}
        </Button>
      </>
    )
  }
  if (pathname.startsWith('/login')) return null
  return (
    <Link to="/login" state={{ from: pathname + search }} className={buttonClass('primary')}>
      {t('header.login')}
    </Link>
  )
}
