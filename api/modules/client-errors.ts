import type { FieldErrors } from '#api/infrastructure/http/validation.ts'

/** Body fields whose errors have codes of their own. */
export const FIELD_ERRORS: FieldErrors = {
  vote: { invalid: 'DIRECTION_REQUIRED' },
  content: { missing: 'CONTENT_REQUIRED', tooLong: 'CONTENT_TOO_LONG' },
  nickname: { missing: 'NICKNAME_EMPTY', tooLong: 'NICKNAME_TOO_LONG' },
}

/**
 * Whether a write failed for want of its author: an access token may outlive its account by minutes, and
 * then violates a foreign key.
 */
export const isAccountDeleted = (error: unknown): boolean =>
  error instanceof Error && /_(user|reporter)_id_fkey\b/.test(error.message)
