import type { Services } from '#desktop/renderer/platform/services.ts'
import type { SignInFailure } from '#desktop/renderer/platform/sign-in-way.ts'
import { ApiFailure, dataOf } from '#desktop/shared/api-failure.ts'

/** Trades a provider's ID token for a session; answers why there is none. Never rejects. */
export async function tradeIdToken(
  { api, session, analytics }: Pick<Services, 'api' | 'session' | 'analytics'>,
  tokenId: string,
): Promise<SignInFailure | null> {
  try {
    const { token, refreshToken } = await dataOf(api.auth.google.post({ tokenId }))
    session.adopt({ accessToken: token, refreshToken })
    analytics.track('login')
    return null
  } catch (error) {
    const isRefusal = error instanceof ApiFailure && error.code !== 'UNREACHABLE'
    return isRefusal ? 'failed' : 'noResponse'
  }
}
