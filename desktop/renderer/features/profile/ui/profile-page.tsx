import type { UserClaims } from '#shared/contract/auth.ts'
import { profileTexts } from '#shared/i18n/screens/profile.ts'
import { PATHS } from '../../../app/paths.ts'
import { BackLink } from '../../../kit/back-link.tsx'
import { Failure } from '../../../kit/failure.tsx'
import { Loading } from '../../../kit/loading.tsx'
import { failureText } from '../../../platform/failure-text.ts'
import { useLanguage } from '../../../platform/services.ts'
import { useTexts } from '../../../platform/texts.ts'
import { useProfile } from '../api/profile.ts'
import styles from './profile-page.module.css'
import { ProfileTable } from './profile-table.tsx'

/** The profile: at once what the token says, then what the server says. */
export function ProfilePage({ user }: { user: UserClaims }) {
  const language = useLanguage()
  const t = useTexts(profileTexts)
  const { data, error, isPending, refetch } = useProfile(user.id)
  const why = [language.t('state.failed'), failureText(language, error), t('profile.stale')]
  return (
    <article className={styles.page}>
      <BackLink to={PATHS.home} text={language.t('nav.back')} />
      <header className={styles.head}>
        <h1 id="profile-title">{t('profile.heading')}</h1>
        {isPending && <Loading text={language.t('state.loading')} />}
      </header>
      {error && (
        <div className={styles.failure}>
          <Failure
            text={why.filter((part) => part !== '').join(' ')}
            retryText={language.t('state.retry')}
            onRetry={() => refetch()}
          />
        </div>
      )}
      <ProfileTable user={user} profile={data} labelledBy="profile-title" />
    </article>
  )
}
