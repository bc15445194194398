import type {
  CodeProof,
  IdTokenProof,
  LinkRequest,
  SignInFailure,
} from '#desktop/renderer/platform/platform.ts'
import type { Services } from '#desktop/renderer/platform/services.ts'
import { sessionIdOf } from '#desktop/shared/claims.ts'
import { linkFailureOf } from '#desktop/shared/link-failure.ts'

type LinkServices = Pick<Services, 'api' | 'session'>

/** A link by the present session. */
export function linkRequest({ api, session }: LinkServices): LinkRequest {
  return {
    sessionId: sessionIdOf(session.accessToken() ?? ''),
    async begin(provider, query) {
      const body = { provider, ...query }
      return (await session.call(() => api.account.identities.start.post(body))).url
    },
  }
}

/** Adds a proven identity to the account; returns why it was not added. Never rejects. */
export async function linkProof(
  { api, session }: LinkServices,
  proof: IdTokenProof | CodeProof,
): Promise<SignInFailure | null> {
  try {
    await session.call(() =>
      'code' in proof
        ? api.account.identities.code.post({ code: proof.code, verifier: proof.verifier })
        : api.account.identities.token.post({ tokenId: proof.tokenId, nonce: proof.nonce }),
    )
    return null
  } catch (error) {
    return linkFailureOf(error)
  }
}
