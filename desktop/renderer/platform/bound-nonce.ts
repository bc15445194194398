import { jwtPayload } from '#desktop/shared/claims.ts'
import { BOUND_NONCE, type ProofPurpose, PURPOSE_NONCE } from '#shared/rules/bound-nonce.ts'

function base64url(bytes: Uint8Array): string {
  return btoa(String.fromCodePoint(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}

/** 256 random bits, URL-safe. */
export const randomSecret = () => base64url(crypto.getRandomValues(new Uint8Array(32)))

/** SHA-256 as base64url: the S256 challenge of RFC 7636. */
export async function challengeOf(secret: string): Promise<string> {
  const bytes = new TextEncoder().encode(secret)
  return base64url(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)))
}

/** The nonce for the provider, which proves to the API that the sender knows `secret`. */
export async function boundNonce(secret: string): Promise<string> {
  return BOUND_NONCE + (await challengeOf(secret))
}

/** The nonce of a proof that a session asks for, which names that session. */
export async function proofNonce(
  secret: string,
  { sessionId, purpose }: { sessionId: string; purpose: ProofPurpose },
): Promise<string> {
  return PURPOSE_NONCE[purpose] + (await challengeOf(`${secret}.${sessionId}`))
}

/** Whether an ID token was issued for this attempt. */
export function hasNonce(tokenId: string, nonce: string): boolean {
  const payload = jwtPayload(tokenId)
  return (
    typeof payload === 'object' && payload !== null && 'nonce' in payload && payload.nonce === nonce
  )
}
