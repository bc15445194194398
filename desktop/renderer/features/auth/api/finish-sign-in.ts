import type { Services } from '../../../platform/services.ts'
import type { SignInFailure } from '../../../platform/sign-in-way.ts'
import { comeBackFromProvider } from '../../../platform/web-sign-in.ts'
import { safeReturnPath } from '../return-path.ts'
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
