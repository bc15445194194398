import { type Static, Type } from '@sinclair/typebox'
import { TypeCompiler } from '@sinclair/typebox/compiler'

const instant = Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$' })

/** The signed-in user as clients read it from the access token. Instants are UTC. */
const user = Type.Object({
  id: Type.Integer({ minimum: 1 }),
  nickname: Type.String({ minLength: 1 }),
  email: Type.String({ minLength: 3 }),
  uniqueCode: Type.String({ minLength: 1 }),
  created: instant,
  loginCount: Type.Integer({ minimum: 0 }),
  lastLogin: instant,
  loginMethod: Type.Union([
    Type.Literal('google'),
    Type.Literal('local'),
    Type.Literal('kakao'),
    Type.Literal('other'),
  ]),
  lastVoteTime: Type.Integer({ minimum: 0, description: 'Epoch milliseconds; 0: never voted.' }),
  points: Type.Integer(),
  is_admin: Type.Integer({ minimum: 0 }),
})

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

/** Whether a verified payload has exactly the claims we sign, `sub` being the user's id. */
export function isAccessTokenClaims(payload: unknown): payload is AccessTokenClaims {
  return checker.Check(payload) && payload.sub === String(payload.id)
}
