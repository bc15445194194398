import { type Static, Type } from '@sinclair/typebox'
import { TypeCompiler } from '@sinclair/typebox/compiler'
import { UserClaims } from '#shared/contract/auth.ts'

/** Claims of the signed-in user that clients read; the token adds the registered claims. */
const user = Type.Omit(UserClaims, ['exp'])

const claims = Type.Composite([
  user,
  Type.Object({
    sid: Type.String({ minLength: 1, description: 'The session (family) it belongs to.' }),
    sub: Type.String(),
    iss: Type.String(),
    aud: Type.String(),
    nbf: Type.Integer({ description: 'When it was issued, in epoch seconds.' }),
    exp: Type.Integer({ description: 'When it expires, in epoch seconds.' }),
  }),
])

export type AccessTokenUser = Static<typeof user>
export type AccessTokenClaims = Static<typeof claims>

const checker = TypeCompiler.Compile(claims)

/** Whether a verified payload has exactly the signed claims, with the user's id as `sub`. */
export function isAccessTokenClaims(payload: unknown): payload is AccessTokenClaims {
  return checker.Check(payload) && payload.sub === String(payload.id)
}
