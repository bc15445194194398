import { queryOptions, useQuery } from '@tanstack/react-query'
import { useNavigate } from 'react-router-dom'
import type { IdTokenProof, SignInFailure } from '#desktop/renderer/platform/platform.ts'
import { queryKeys } from '#desktop/renderer/platform/query-keys.ts'
import { type Services, useServices } from '#desktop/renderer/platform/services.ts'
import { ApiFailure, dataOf } from '#desktop/shared/api-failure.ts'
import { userOf } from '#desktop/shared/claims.ts'
import { PATHS } from '#shared/rules/paths.ts'

/** The identity provider of this server. */
export function useAuthConfig() {
  const { api, session } = useServices()
  return useQuery(
    queryOptions({
      queryKey: queryKeys.authConfig,
      meta: { isPublic: true },
      queryFn: () => session.call(() => api.auth.config.get()),
      staleTime: Number.POSITIVE_INFINITY,
    }),
  )
}

/** Exchanges a provider's ID token for a session; returns why there is none. Never rejects. */
export async function exchangeIdToken(
  { api, session, analytics }: Pick<Services, 'api' | 'session' | 'analytics'>,
  { tokenId, nonce }: IdTokenProof,
): Promise<SignInFailure | null> {
  try {
    const { token, refreshToken } = await dataOf(api.auth.google.post({ tokenId, nonce }))
    if (!userOf(token)) return 'failed'
    session.adopt({ accessToken: token, refreshToken })
    analytics.track('login')
    return null
  } catch (error) {
    const isRefusal = error instanceof ApiFailure && error.code !== 'UNREACHABLE'
    if (isRefusal && error.code === 'BANNED') return 'banned'
    return isRefusal ? 'failed' : 'noResponse'
  }
}

/** Ends the session here and on the server, and goes home. */
export function useLogout(): () => void {
  const { api, session, analytics } = useServices()
  const navigate = useNavigate()
  return () => {
    const refreshToken = session.end()
    // This window has dropped its tokens, whatever the server replies.
    if (refreshToken) api.auth.logout.post({ refreshToken }).catch(() => {})
    analytics.track('logout')
    navigate(PATHS.home)
  }
}
