import type { SignInFailure } from '#desktop/renderer/platform/platform.ts'
import { finishRedirect } from '#desktop/renderer/platform/redirect-sign-in.ts'
import type { Services } from '#desktop/renderer/platform/services.ts'
import { exchangeProof } from './api.ts'
import { linkProof } from './link-identity.ts'
import { safeReturnPath } from './return-path.ts'

export interface SignInResult {
  /** Path to show next. */
  returnTo: string
  /** An identity was to be added to the account. */
  isLink: boolean
  failure: SignInFailure | null
}

/** Exchanges the redirect to `url` for a session, or links its identity. Never rejects. */
export async function finishSignIn(
  services: Pick<Services, 'api' | 'session' | 'analytics'>,
  url: URL,
): Promise<SignInResult> {
  const result = await finishRedirect(url)
  const kind = { returnTo: safeReturnPath(result.returnTo), isLink: result.isLink }
  if ('failure' in result) return { ...kind, failure: result.failure }
  const redeem = result.isLink ? linkProof : exchangeProof
  return { ...kind, failure: await redeem(services, result) }
}
