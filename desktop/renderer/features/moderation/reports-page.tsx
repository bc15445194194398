import { useLocation } from 'react-router-dom'
import { BackLink } from '#desktop/renderer/components/back-link.tsx'
import { AuthGuard, LoginRequired } from '#desktop/renderer/features/auth/auth-guard.tsx'
import { useLanguage, useTexts } from '#desktop/renderer/platform/services.ts'
import { moderationAdminTexts } from '#shared/i18n/screens/moderation-admin.ts'
import { PATHS, parentOf } from '#shared/rules/paths.ts'
import { ReportsView } from './admin/reports-view.tsx'

/** Reports and appeals, for admins. */
export function Component() {
  const t = useTexts(moderationAdminTexts)
  const { t: core } = useLanguage()
  const { pathname, search } = useLocation()
  return (
    <>
      <title>{`${t('admin.title')} · ${core('app.name')}`}</title>
      <BackLink to={parentOf(pathname) + (parentOf(pathname) === PATHS.profile ? '' : search)} />
      <AuthGuard
        requires="admin"
        from={pathname + search}
        declinedTo={PATHS.home}
        checkingText={core('login.checking')}
        guest={<LoginRequired text={t('admin.login')} />}
        denied={{ text: t('admin.denied'), to: PATHS.home }}
      >
        {() => <ReportsView />}
      </AuthGuard>
    </>
  )
}
