import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { Loading } from '#desktop/renderer/components/loading.tsx'
import { BackLink } from '#desktop/renderer/components/page.tsx'
import { LoginRequired } from '#desktop/renderer/features/auth/auth-guard.tsx'
import { useLanguage, useSession } from '#desktop/renderer/platform/services.ts'
import type { UserClaims } from '#shared/contract/auth.ts'
import styles from './page.module.css'

interface NotificationPageProps {
  heading: string
  back: string
  /** The other page of notifications. */
  other: { to: string; text: string }
  /** Asks a guest to sign in. */
  guest: string
  children: (user: UserClaims) => ReactNode
}

/** A page of a signed-in user's notifications. */
export function NotificationPage({ heading, back, other, guest, children }: NotificationPageProps) {
  const { t } = useLanguage()
  const session = useSession()
  return (
    <article className="page page-narrow">
      <title>{`${heading} · ${t('app.name')}`}</title>
      <BackLink to={back} />
      <div className={styles.head}>
        <h1>{heading}</h1>
        <Link to={other.to}>{other.text}</Link>
      </div>
      {session.status === 'checking' && <Loading text={t('login.checking')} />}
      {session.status === 'guest' && <LoginRequired text={guest} />}
      {session.status === 'user' && children(session.user)}
    </article>
  )
}
