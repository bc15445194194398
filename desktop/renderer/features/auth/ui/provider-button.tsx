import { lazy, Suspense } from 'react'
import { Failure } from '#desktop/renderer/components/failure.tsx'
import { Loading } from '#desktop/renderer/components/loading.tsx'
import { useAuthConfig } from '#desktop/renderer/features/auth/api/auth-config.ts'
import { useLanguage, useServices } from '#desktop/renderer/platform/services.ts'
import type { SignInFailure } from '#desktop/renderer/platform/sign-in-way.ts'
import { useTexts } from '#desktop/renderer/platform/texts.ts'
import { loginTexts } from '#shared/i18n/screens/login.ts'
import { GoogleButton } from './google-button.tsx'
import { LeaveButton } from './leave-button.tsx'

/** Only the desktop app needs it. */
const BrowserSignIn = lazy(() => import('./browser-sign-in.tsx'))

interface ProviderButtonProps {
  /** The path to show after the sign-in. */
  returnTo: string
  onFailure: (failure: SignInFailure | null) => void
}

/** The button of the provider that this server signs people in with. */
export function ProviderButton({ returnTo, onFailure }: ProviderButtonProps) {
  const { t: core } = useLanguage()
  const t = useTexts(loginTexts)
  const { drawGoogleButton, signIn: way } = useServices().platform
  const { data: config, isPending, refetch } = useAuthConfig()
  const loading = <Loading text={core('state.loading')} />
  if (isPending) return loading
  if (!config) {
    return <Failure text={t('login.noResponse')} onRetry={refetch} />
  }
  if (way.happens === 'in the browser') {
    return (
      <Suspense fallback={loading}>
        <BrowserSignIn {...{ way, config, returnTo, onFailure }} />
      </Suspense>
    )
  }
  if (config.provider === 'google' && drawGoogleButton) {
    const { clientId } = config
    return <GoogleButton {...{ clientId, returnTo, onFailure }} draw={drawGoogleButton} />
  }
  return <LeaveButton {...{ way, config, returnTo, onFailure }} />
}
