import { Link, Navigate } from 'react-router-dom'
import { buttonClass } from '#desktop/renderer/components/button.tsx'
import { LoadFailure } from '#desktop/renderer/components/failure.tsx'
import { Loading } from '#desktop/renderer/components/loading.tsx'
import { BackLink } from '#desktop/renderer/components/page.tsx'
import { isAdmin } from '#desktop/renderer/features/auth/auth-guard.tsx'
import { OwnModeration } from '#desktop/renderer/features/moderation/own-moderation.tsx'
import {
  useLanguage,
  useServices,
  useSession,
  useTexts,
} from '#desktop/renderer/platform/services.ts'
import type { UserClaims } from '#shared/contract/auth.ts'
import type { Profile } from '#shared/contract/profile.ts'
import { moderationTexts } from '#shared/i18n/screens/moderation.ts'
import { profileTexts } from '#shared/i18n/screens/profile.ts'
import { weekPageTexts } from '#shared/i18n/screens/week-page.ts'
import { weekOf } from '#shared/rules/iso-week.ts'
import { ADMIN_REPORTS, PATHS, userPath, weekPath } from '#shared/rules/paths.ts'
import { useProfile } from './api.ts'
import { NicknameField } from './nickname-field.tsx'
import styles from './profile-page.module.css'
import { profileRows } from './profile-rows.ts'

/** The user's own profile; a guest is redirected home. */
export function Component() {
  const { t: core } = useLanguage()
  const t = useTexts(profileTexts)
  const session = useSession()
  if (session.status === 'guest') return <Navigate to={PATHS.home} replace />
  return (
    <>
      <title>{`${t('profile.heading')} · ${core('app.name')}`}</title>
      {session.status === 'checking' ? (
        <Loading text={core('login.checking')} />
      ) : (
        <ProfileOf user={session.user} />
      )}
    </>
  )
}

/** Shows the token's claims at once and the server's profile when it is loaded. */
function ProfileOf({ user }: { user: UserClaims }) {
  const { t: core } = useLanguage()
  const t = useTexts(profileTexts)
  const weekText = useTexts(weekPageTexts)
  const { clock } = useServices()
  const { data, error, isPending, refetch } = useProfile(user.id)
  return (
    <article className="page page-narrow">
      <BackLink to={PATHS.home} />
      <header className={styles.header}>
        <h1 id="profile-title">{t('profile.heading')}</h1>
        {isPending && <Loading text={core('state.loading')} />}
      </header>
      {error && (
        <div className={styles.failure}>
          <LoadFailure error={error} onRetry={refetch} note={t('profile.stale')} />
        </div>
      )}
      <ProfileTable user={user} profile={data} />
      {isAdmin(user) && <AdminLinks />}
      <OwnModeration userId={user.id} />
      <p className={styles.links}>
        <Link to={userPath(user.uniqueCode)}>{t('profile.record')}</Link>
        <Link to={weekPath(weekOf(clock.now()))}>{weekText('mine')}</Link>
        <Link to={PATHS.account}>{t('profile.account')}</Link>
        <Link to={PATHS.alerts}>{t('profile.alerts')}</Link>
      </p>
    </article>
  )
}

function AdminLinks() {
  const t = useTexts(moderationTexts)
  return (
    <p className={styles.links}>
      <Link to={PATHS.admin} className={buttonClass('plain')}>
        {t('own.overviewLink')}
      </Link>
      <Link to={ADMIN_REPORTS} className={buttonClass('plain')}>
        {t('own.adminLink')}
      </Link>
    </p>
  )
}

interface ProfileTableProps {
  /** From the access token. */
  user: UserClaims
  /** From the server; undefined until loaded. */
  profile: Profile | undefined
}

function ProfileTable({ user, profile }: ProfileTableProps) {
  const { format } = useLanguage()
  const t = useTexts(profileTexts)
  return (
    <table className={styles.table} aria-labelledby="profile-title">
      <tbody>
        <tr>
          <th scope="row">{t('profile.nickname')}</th>
          <td>
            <NicknameField userId={user.id} nickname={(profile ?? user).nickname} />
          </td>
        </tr>
        {profileRows(user, profile, t, format).map(({ label, value, isCode }) => (
          <tr key={label}>
            <th scope="row">{label}</th>
            <td className={isCode ? styles.code : undefined}>
              {value ?? <span className={styles.unknown}>{t('profile.unknown')}</span>}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
