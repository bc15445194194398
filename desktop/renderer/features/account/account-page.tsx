import { Loading } from '#desktop/renderer/components/loading.tsx'
import { BackLink } from '#desktop/renderer/components/page.tsx'
import { LoginRequired } from '#desktop/renderer/features/auth/auth-guard.tsx'
import { useSignInDocument } from '#desktop/renderer/features/auth/use-sign-in-document.ts'
import { BlockedSection } from '#desktop/renderer/features/blocks/blocked-section.tsx'
import { useLanguage, useSession, useTexts } from '#desktop/renderer/platform/services.ts'
import { accountTexts } from '#shared/i18n/screens/account.ts'
import { PATHS } from '#shared/rules/paths.ts'
import styles from './account-page.module.css'
import { DataSection } from './data-section.tsx'
import { DeletionSection } from './deletion-section.tsx'
import { IdentitiesSection } from './identities-section.tsx'
import { SessionsSection } from './sessions-section.tsx'

/** The user's sessions, data and the deletion of the account. */
export function Component() {
  useSignInDocument()
  const { t: core } = useLanguage()
  const t = useTexts(accountTexts)
  const session = useSession()
  return (
    <article className="page page-narrow">
      <title>{`${t('account.heading')} · ${core('app.name')}`}</title>
      <BackLink to={PATHS.profile} />
      <h1 className={styles.title}>{t('account.heading')}</h1>
      {session.status === 'checking' && <Loading text={core('login.checking')} />}
      {session.status === 'guest' && <LoginRequired text={t('account.guest')} />}
      {session.status === 'user' && (
        <>
          <IdentitiesSection userId={session.user.id} />
          <SessionsSection userId={session.user.id} />
          <BlockedSection userId={session.user.id} />
          <DataSection uniqueCode={session.user.uniqueCode} />
          <DeletionSection nickname={session.user.nickname} />
        </>
      )}
    </article>
  )
}
