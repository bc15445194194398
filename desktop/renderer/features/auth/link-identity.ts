import type {
  CodeProof,
  IdTokenProof,
  LinkRequest,
  SignInFailure,
} from '#desktop/renderer/platform/platform.ts'
import type { Services } from '#desktop/renderer/platform/services.ts'
import { dataOf } from '#desktop/shared/api-failure.ts'
import { sessionIdOf } from '#desktop/shared/claims.ts'
import { linkFailureOf } from '#desktop/shared/link-failure.ts'
import type { ProofPurpose } from '#shared/rules/bound-nonce.ts'

const callsOf = (api: Services['api'], purpose: ProofPurpose) =>
  purpose === 'link' ? api.account.identities : api.account.reauthentication

type LinkServices = Pick<Services, 'api' | 'session'>

/** A link, or a repeated sign-in, by the present session. */
export function linkRequest({ api, session }: LinkServices, purpose: ProofPurpose): LinkRequest {
  const calls = callsOf(api, purpose)
  return {
    purpose,
    sessionId: sessionIdOf(session.accessToken() ?? ''),
    async begin(provider, query) {
      const body = { provider, ...query }
      return (await dataOf(calls.start.post(body))).url
    },
  }
}

/** Adds a proven identity, or confirms the person by it; returns why it did not. Never rejects. */
export async function linkProof(
  { api }: LinkServices,
  proof: IdTokenProof | CodeProof,
  purpose: ProofPurpose,
): Promise<SignInFailure | null> {
  const calls = callsOf(api, purpose)
  try {
    await dataOf(
      'code' in proof
        ? calls.code.post({ code: proof.code, verifier: proof.verifier })
        : calls.token.post({ tokenId: proof.tokenId, nonce: proof.nonce }),
    )
    return null
  } catch (error) {
    return linkFailureOf(error)
  }
}
