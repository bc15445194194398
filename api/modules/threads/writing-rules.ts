import { ApiError } from '#api/infrastructure/errors.ts'
import type { Author } from '#api/modules/account/author-sql.ts'
import { storable } from '#shared/html/plain.ts'
import { hasVisible } from '#shared/rules/is-blank.ts'
import { MENTIONS_MAX, mentionedCodes } from '#shared/rules/mentions.ts'
import {
  hasLink,
  NEWCOMER_MS,
  NEWCOMER_REPLIES_A_DAY,
  REPLIES_A_DAY,
  REPLY_MAX,
  REPLY_PAUSE_MS,
  replyText,
  SAME_TEXT_A_DAY,
} from '#shared/rules/reply.ts'
import { DAY_MS } from '#shared/rules/time.ts'
import type { RecentReplies } from './reply-store.ts'

/**
 * A reply's text as stored.
 * @throws ApiError CONTENT_REQUIRED, REPLY_TOO_LONG, TOO_MANY_MENTIONS
 */
export function prepareReplyText(raw: string): string {
  const text = replyText(storable(raw))
  if (!hasVisible(text)) throw new ApiError('CONTENT_REQUIRED', { field: 'content' })
  if (text.length > REPLY_MAX) throw new ApiError('REPLY_TOO_LONG', { field: 'content' })
  if (mentionedCodes(text).length > MENTIONS_MAX) {
    throw new ApiError('TOO_MANY_MENTIONS', { field: 'content' })
  }
  return text
}

/** In the first 24 hours, and before the first settled vote. */
const isNewcomer = ({ joined, settled }: Author, now: number) =>
  settled === 0 || now - joined < NEWCOMER_MS

/** A refusal that ends at `until`, epoch milliseconds. */
function refusedUntil(code: 'REPLY_PAUSE' | 'REPLY_LIMIT', until: number, now: number): ApiError {
  const seconds = Math.max(1, Math.ceil((until - now) / 1000))
  return new ApiError(code, { until, headers: { 'retry-after': `${seconds}` } })
}

/**
 * Checks the limits of one author for another reply at `now`.
 * @throws ApiError LINKS_LATER, REPLY_PAUSE, REPLY_LIMIT, REPLY_REPEATED
 */
export function checkLimits(text: string, recent: RecentReplies, now: number): void {
  const isNew = isNewcomer(recent, now)
  if (isNew && hasLink(text)) throw new ApiError('LINKS_LATER', { field: 'content' })
  const { last, first, replies, same } = recent
  if (last !== null && now - last < REPLY_PAUSE_MS) {
    throw refusedUntil('REPLY_PAUSE', last + REPLY_PAUSE_MS, now)
  }
  if (first !== null && replies >= (isNew ? NEWCOMER_REPLIES_A_DAY : REPLIES_A_DAY)) {
    throw refusedUntil('REPLY_LIMIT', first + DAY_MS, now)
  }
  if (same >= SAME_TEXT_A_DAY) throw new ApiError('REPLY_REPEATED', { field: 'content' })
}

/** Checks the text of an edit. @throws ApiError LINKS_LATER */
export function checkEdit(text: string, author: Author, now: number): void {
  if (isNewcomer(author, now) && hasLink(text)) {
    throw new ApiError('LINKS_LATER', { field: 'content' })
  }
}
