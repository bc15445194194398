import type { Caller } from './callers.ts'
import type { World } from './world.ts'

/** World data that rows use; tokens are for the sign-in calls. */
export type RowWorld = World & {
  /** ID tokens for one sign-in each. */
  idTokens: string[]
  refreshToken: string
}

/** One API call with its expected reply per kind of caller: `200`, or status and code. */
export interface Row {
  /** Path as in the OpenAPI document, below /api/v1. */
  call: string
  /** The board, for calls with a row per board. */
  on?: string
  path: (world: RowWorld) => string
  body?: (world: RowWorld, caller: Caller) => object
  expected: Record<Caller, string>
}

type Answers = Pick<Record<Caller, string>, 'author' | 'other' | 'notVoted' | 'admin'> & {
  unknownUser: string
}

/** Replies to invalid tokens. */
const BAD_TOKENS = {
  expired: '401 TOKEN_EXPIRED',
  revoked: '401 SESSION_REVOKED',
  algNone: '401 TOKEN_INVALID',
  wrongKey: '401 TOKEN_INVALID',
  wrongAudience: '401 TOKEN_INVALID',
  wrongIssuer: '401 TOKEN_INVALID',
  wrongType: '401 TOKEN_INVALID',
  garbage: '401 TOKEN_INVALID',
}
export const GOOD: Answers = {
  author: '200',
  other: '200',
  notVoted: '200',
  admin: '200',
  unknownUser: '200',
}
/** Rejects every caller that the row does not list. A write by a deleted account has no author. */
export const only = (refusal: string, named: Partial<Answers>): Answers => ({
  author: refusal,
  other: refusal,
  notVoted: refusal,
  admin: refusal,
  unknownUser: refusal,
  ...named,
})

/** Calls that ignore the token. */
export const open = { guest: '200', ...GOOD, ...mapped('200') }
/** Calls that require a signed-in user. */
export const signedIn = (answers: Answers) => ({
  guest: '401 NOT_SIGNED_IN',
  ...BAD_TOKENS,
  ...answers,
})
/** Calls open to guests that still validate a token if sent. */
export const guestsToo = { guest: '200', ...BAD_TOKENS, ...GOOD }

export function mapped(answer: string): typeof BAD_TOKENS {
  return {
    expired: answer,
    revoked: answer,
    algNone: answer,
    wrongKey: answer,
    wrongAudience: answer,
    wrongIssuer: answer,
    wrongType: answer,
    garbage: answer,
  }
}

export const lost = { unknownUser: '401 TOKEN_INVALID' }
