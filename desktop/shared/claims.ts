import type { UserClaims } from '#shared/contract/auth.ts'

/** The payload of a JWT, unverified: the server verifies, a client only reads. Null when malformed. */
export function jwtPayload(token: string): unknown {
  const [, payload = ''] = token.split('.')
  try {
    const bytes = Uint8Array.from(
      atob(payload.replaceAll('-', '+').replaceAll('_', '/')),
      (letter) => letter.codePointAt(0) ?? 0,
    )
    return JSON.parse(new TextDecoder().decode(bytes))
  } catch {
    return null
  }
}

function isUser(payload: unknown): payload is UserClaims {
  return (
    typeof payload === 'object' &&
    payload !== null &&
    'id' in payload &&
    typeof payload.id === 'number' &&
    'nickname' in payload &&
    typeof payload.nickname === 'string' &&
    'exp' in payload &&
    typeof payload.exp === 'number'
  )
}

/** The user an access token carries, or null when it is not one. */
export function userOf(accessToken: string): UserClaims | null {
  const payload = jwtPayload(accessToken)
  return isUser(payload) ? payload : null
}
