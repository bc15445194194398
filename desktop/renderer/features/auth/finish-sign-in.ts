import type { SignInFailure } from '#desktop/renderer/platform/platform.ts'
import { type AttemptKind, finishRedirect } from '#desktop/renderer/platform/redirect-sign-in.ts'
import { exchangeProof, type SignInServices } from './api.ts'
import { linkProof } from './link-identity.ts'
import { safeReturnPath } from './return-path.ts'

export interface SignInResult {
  /** Path to show next. */
  returnTo: string
  kind: AttemptKind
  failure: SignInFailure | null
}

/** Exchanges the redirect to `url` for a session, links its identity or confirms its person. Never rejects. */
export async function finishSignIn(services: SignInServices, url: URL): Promise<SignInResult> {
  const result = finishRedirect(url)
  const { kind } = result
  const from = { returnTo: safeReturnPath(result.returnTo), kind }
  if ('failure' in result) return { ...from, failure: result.failure }
  const failure =
    kind === 'signIn'
      ? await exchangeProof(services, result)
      : await linkProof(services, result, kind)
  return { ...from, failure }
}
