import { queryOptions, useQuery } from '@tanstack/react-query'
import type { CodeProof, IdTokenProof, SignInFailure } from '#desktop/renderer/platform/platform.ts'
import { queryKeys } from '#desktop/renderer/platform/query-keys.ts'
import { type Services, useServices } from '#desktop/renderer/platform/services.ts'
import { ApiFailure, dataOf } from '#desktop/shared/api-failure.ts'
import { userOf } from '#desktop/shared/claims.ts'

/** The identity provider of this server. */
export function useAuthConfig() {
  const { api } = useServices()
  return useQuery(
    queryOptions({
      queryKey: queryKeys.authConfig,
      meta: { isPublic: true },
      queryFn: () => dataOf(api.auth.config.get()),
      staleTime: Number.POSITIVE_INFINITY,
    }),
  )
}

export type SignInServices = Pick<Services, 'api' | 'session'> & {
  logouts: Pick<Services['logouts'], 'enqueue'>
  analytics: Pick<Services['analytics'], 'track'>
}

/** Exchanges an ID token or a one-time code for a session; returns why there is none. Never rejects. */
export async function exchangeProof(
  { api, session, logouts, analytics }: SignInServices,
  proof: IdTokenProof | CodeProof,
): Promise<SignInFailure | null> {
  try {
    const { token, refreshToken } =
      'code' in proof
        ? await dataOf(api.auth.oidc.exchange.post({ code: proof.code, verifier: proof.verifier }))
        : await dataOf(api.auth.google.post({ tokenId: proof.tokenId, nonce: proof.nonce }))
    if (!userOf(token)) return 'failed'
    session.adopt({ accessToken: token, refreshToken })
    if (session.accessToken() !== token) {
      // The browser refuses storage. One of the two tokens may be in it.
      session.end()
      logouts.enqueue(refreshToken)
      return 'storage'
    }
    analytics.track('login')
    return null
  } catch (error) {
    const isRefusal = error instanceof ApiFailure && error.code !== 'UNREACHABLE'
    if (isRefusal && error.code === 'BANNED') return 'banned'
    return isRefusal ? 'failed' : 'noResponse'
  }
}
