import { ApiFailure, dataOf } from '../../../platform/api-failure.ts'
import type { Services } from '../../../platform/services.ts'
import { comeBackFromProvider, type SignInFailure } from '../../../platform/web-sign-in.ts'
import { safeReturnPath } from '../model/return-path.ts'

export interface SignInOutcome {
  /** The path to show next. */
  returnTo: string
  failure: SignInFailure | null
}

/** Trades what the provider sent back for a session. Never rejects. */
export async function finishSignIn(
  { api, session }: Pick<Services, 'api' | 'session'>,
  url: URL,
): Promise<SignInOutcome> {
  const back = await comeBackFromProvider(url)
  const returnTo = safeReturnPath(back.returnTo)
  if ('failure' in back) return { returnTo, failure: back.failure }
  try {
    const { token, refreshToken } = await dataOf(api.auth.google.post({ tokenId: back.tokenId }))
    session.adopt({ accessToken: token, refreshToken })
    return { returnTo, failure: null }
  } catch (error) {
    const isRefusal = error instanceof ApiFailure && error.code !== 'UNREACHABLE'
    return { returnTo, failure: isRefusal ? 'failed' : 'noResponse' }
  }
}
