import type { Static } from '@sinclair/typebox'
import * as Type from '@sinclair/typebox'

/** Error codes with HTTP status and English message. Clients translate by code. */
export const ERRORS = {
  MALFORMED: [400, 'The request could not be read.'],
  NOT_SIGNED_IN: [401, 'Login is required.'],
  TOKEN_EXPIRED: [401, 'The access token has expired.'],
  TOKEN_INVALID: [401, 'The access token is not valid.'],
  SESSION_REVOKED: [401, 'This session was ended.'],
  REFRESH_INVALID: [401, 'Session has expired [Old refreshToken]'],
  ID_TOKEN_INVALID: [401, 'The sign-in could not be verified.'],
  EMAIL_NOT_VERIFIED: [403, 'The e-mail address of this account is not verified.'],
  FORBIDDEN: [403, 'You are not allowed to do this.'],
  VOTE_REQUIRED: [403, 'Vote in the current period to read the votes of others.'],
  EDIT_WINDOW_CLOSED: [403, 'This can be edited for one hour after it was written.'],
  NOT_AUTHOR: [403, 'Only the author can edit this.'],
  ADMIN_REQUIRED: [403, "You don't have permission to write notices."],
  OWN_POST: [403, 'You cannot do this with your own post.'],
  MUTED: [403, 'A moderator has paused your writing; you can still vote.'],
  BANNED: [403, 'This account is closed for breaking the rules.'],
  NOT_FOUND: [404, 'There is nothing here.'],
  HIDDEN: [404, 'This was hidden by the moderators.'],
  METHOD_NOT_ALLOWED: [405, 'This method is not allowed here.'],
  ALREADY_VOTED: [409, 'You have already voted. You can only vote once per period.'],
  ROUND_CHANGED: [409, 'The round has changed. Look at the new target and vote again.'],
  DIRECTION_FROZEN: [409, 'The round has closed; its direction can no longer be changed.'],
  DIRECTION_LOCKED: [
    409,
    'You have read another note of this round, so your direction can no longer be changed.',
  ],
  NO_FRESH_PRICE: [409, 'No recent price: the direction cannot be changed now. Try again soon.'],
  READING_LOCKS: [409, "Reading other people's notes locks your call for this round."],
  ALREADY_REPORTED: [409, 'You have already reported this.'],
  CASE_CLOSED: [409, 'Another moderator has already decided this case.'],
  APPEAL_CLOSED: [409, 'This decision can no longer be appealed.'],
  NICKNAME_SAME: [422, 'Same nickname as before'],
  NICKNAME_EMPTY: [422, 'Nickname cannot be empty'],
  NICKNAME_TOO_LONG: [422, 'Nickname too long'],
  NICKNAME_RESERVED: [422, 'This nickname is reserved.'],
  NICKNAME_UNREADABLE: [422, 'The nickname has characters that cannot be seen or told apart.'],
  NICKNAME_REFUSED: [422, 'A moderator has removed this nickname.'],
  TOO_LARGE: [413, 'The request is too large.'],
  CONTENT_TOO_LONG: [413, 'The text is too long: at most 32,767 characters with its formatting.'],
  CONTENT_TOO_COMPLEX: [
    422,
    'The formatting of the text is too complex. Simplify it and send again.',
  ],
  UNSUPPORTED_MEDIA_TYPE: [415, 'Send JSON (Content-Type: application/json).'],
  INVALID: [422, 'The request has a value that is not valid.'],
  DIRECTION_REQUIRED: [422, 'Please select a vote direction.'],
  CONTENT_REQUIRED: [422, 'Please enter content.'],
  RATE_LIMITED: [429, 'Too many requests. Try again later.'],
  INTERNAL: [500, 'Something went wrong on the server.'],
  PROVIDER_UNAVAILABLE: [503, 'The sign-in provider cannot be reached.'],
  NO_REFERENCE: [503, 'The reference price of this round is not known yet.'],
  NOT_READY: [503, 'The service is not ready. Try again in a moment.'],
} as const satisfies Record<string, readonly [number, string]>

export type ErrorCode = keyof typeof ERRORS

/** Body of every error reply. `field` names the invalid part of the request. */
export const ErrorReply = Type.Object({
  success: Type.Literal(false),
  code: Type.String({ description: 'Stable; clients translate by it' }),
  message: Type.String({ description: 'English wording' }),
  field: Type.Optional(Type.String()),
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
