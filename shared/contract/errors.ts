import type { Static } from '@sinclair/typebox'
import * as Type from '@sinclair/typebox'
import { Instant } from './common.ts'

/** Body of every error reply. `field` names the invalid part of the request; `until` ends the refusal. */
export const ErrorReply = Type.Object({
  success: Type.Literal(false),
  code: Type.String({ description: 'Stable; clients translate by it' }),
  message: Type.String({ description: 'English wording' }),
  field: Type.Optional(Type.String()),
  until: Type.Optional(Instant),
  error: Type.Optional(Type.String({ description: 'The message again, for older clients' })),
})
export type ErrorReply = Static<typeof ErrorReply>

/** Errors of every read: invalid query, rate limit, database unavailable. */
export const READ_REFUSALS = { 422: ErrorReply, 429: ErrorReply, 503: ErrorReply }

/** Errors of every call with a body. */
export const BODY_REFUSALS = {
  400: ErrorReply,
  413: ErrorReply,
  415: ErrorReply,
  422: ErrorReply,
  429: ErrorReply,
  503: ErrorReply,
}

/** Errors of authentication and authorization. */
export const ACCESS_REFUSALS = { 401: ErrorReply, 403: ErrorReply }
