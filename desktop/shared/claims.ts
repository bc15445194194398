import type { UserClaims } from '#shared/contract/auth.ts'

/** Decodes the payload of a JWT without verifying it, which the server does. Null when malformed. */
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

/** Id of the session of an access token; empty when it is malformed. */
export function sessionIdOf(accessToken: string): string {
  const payload = jwtPayload(accessToken)
  const has = typeof payload === 'object' && payload !== null && 'sid' in payload
  return has && typeof payload.sid === 'string' ? payload.sid : ''
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

/** Claims of an access token, or null when it is malformed or missing from a reply. */
export function userOf(accessToken: unknown): UserClaims | null {
  if (typeof accessToken !== 'string') return null
  const payload = jwtPayload(accessToken)
  return isUser(payload) ? payload : null
}
