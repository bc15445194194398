import { Navigate } from 'react-router-dom'
import { useStore } from 'zustand'
import { Loading } from '#desktop/renderer/components/loading.tsx'
import { useLanguage, useServices } from '#desktop/renderer/platform/services.ts'
import { useTexts } from '#desktop/renderer/platform/texts.ts'
import { profileTexts } from '#shared/i18n/screens/profile.ts'
import { PATHS } from '#shared/rules/paths.ts'
import { ProfilePage } from './ui/profile-page.tsx'

/** The own profile; whoever is not signed in is led home. */
export function Component() {
  const { t } = useLanguage()
  const profile = useTexts(profileTexts)
  const session = useStore(useServices().session.state)
  if (session.status === 'guest') return <Navigate to={PATHS.home} replace />
  return (
    <>
      <title>{`${profile('profile.heading')} · ${t('app.name')}`}</title>
      {session.status === 'checking' ? (
        <Loading text={t('login.checking')} />
      ) : (
        <ProfilePage user={session.user} />
      )}
    </>
  )
}
