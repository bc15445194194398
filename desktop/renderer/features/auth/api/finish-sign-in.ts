import { safeReturnPath } from '#desktop/renderer/features/auth/return-path.ts'
import type { Services } from '#desktop/renderer/platform/services.ts'
import type { SignInFailure } from '#desktop/renderer/platform/sign-in-way.ts'
import { comeBackFromProvider } from '#desktop/renderer/platform/web-sign-in.ts'
import { tradeIdToken } from './trade-id-token.ts'

export interface SignInOutcome {
  /** The path to show next. */
  returnTo: string
  failure: SignInFailure | null
}

/** Trades what the provider sent back for a session. Never rejects. */
export async function finishSignIn(
  services: Pick<Services, 'api' | 'session' | 'analytics'>,
  url: URL,
): Promise<SignInOutcome> {
  const back = await comeBackFromProvider(url)
  const returnTo = safeReturnPath(back.returnTo)
  if ('failure' in back) return { returnTo, failure: back.failure }
  return { returnTo, failure: await tradeIdToken(services, back.tokenId) }
}
