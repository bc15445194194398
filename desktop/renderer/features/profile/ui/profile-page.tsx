import { BackLink } from '#desktop/renderer/components/back-link.tsx'
import { Failure } from '#desktop/renderer/components/failure.tsx'
import { Loading } from '#desktop/renderer/components/loading.tsx'
import { useProfile } from '#desktop/renderer/features/profile/api/profile.ts'
import { failureText } from '#desktop/renderer/platform/failure-text.ts'
import { useLanguage } from '#desktop/renderer/platform/services.ts'
import { useTexts } from '#desktop/renderer/platform/texts.ts'
import type { UserClaims } from '#shared/contract/auth.ts'
import { profileTexts } from '#shared/i18n/screens/profile.ts'
import { PATHS } from '#shared/rules/paths.ts'
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
