import { loginTexts } from '#shared/i18n/screens/login.ts'
import { Failure } from '../../../kit/failure.tsx'
import { Loading } from '../../../kit/loading.tsx'
import { useLanguage, useServices } from '../../../platform/services.ts'
import { useTexts } from '../../../platform/texts.ts'
import type { SignInFailure } from '../../../platform/web-sign-in.ts'
import { useAuthConfig } from '../api/auth-config.ts'
import { GoogleButton } from './google-button.tsx'
import { LeaveButton } from './leave-button.tsx'

interface ProviderButtonProps {
  /** The path to show after the sign-in. */
  returnTo: string
  onFailure: (failure: SignInFailure | null) => void
}

/** The button of the provider that this server signs people in with. */
export function ProviderButton({ returnTo, onFailure }: ProviderButtonProps) {
  const { t: core } = useLanguage()
  const t = useTexts(loginTexts)
  const { drawGoogleButton } = useServices().platform
  const { data: config, isPending, refetch } = useAuthConfig()
  if (isPending) return <Loading text={core('state.loading')} />
  if (!config) {
    return (
      <Failure
        text={t('login.noResponse')}
        retryText={core('state.retry')}
        onRetry={() => refetch()}
      />
    )
  }
  if (config.provider === 'google' && drawGoogleButton) {
    const { clientId } = config
    return <GoogleButton {...{ clientId, returnTo, onFailure }} draw={drawGoogleButton} />
  }
  return <LeaveButton {...{ config, returnTo, onFailure }} />
}
