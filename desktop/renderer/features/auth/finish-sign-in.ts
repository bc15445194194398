import type { SignInFailure } from '#desktop/renderer/platform/platform.ts'
import { finishRedirect } from '#desktop/renderer/platform/redirect-sign-in.ts'
import type { Services } from '#desktop/renderer/platform/services.ts'
import { exchangeProof } from './api.ts'
import { safeReturnPath } from './return-path.ts'

export interface SignInResult {
  /** Path to show next. */
  returnTo: string
  failure: SignInFailure | null
}

/** Exchanges the redirect to `url` for a session. Never rejects. */
export async function finishSignIn(
  services: Pick<Services, 'api' | 'session' | 'analytics'>,
  url: URL,
): Promise<SignInResult> {
  const result = await finishRedirect(url)
  const returnTo = safeReturnPath(result.returnTo)
  if ('failure' in result) return { returnTo, failure: result.failure }
  return { returnTo, failure: await exchangeProof(services, result) }
}
