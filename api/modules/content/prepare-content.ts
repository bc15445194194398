import { ApiError } from '#api/infrastructure/errors.ts'
import { hasMedia } from '#shared/rules/is-blank.ts'
import { type SanitizedContent, sanitize } from './sanitize.ts'

/** Points of the `content` rate limit: kilobytes, since a text's cost is linear in its length. */
export const sanitizingPoints = (html: string): number => Math.ceil(html.length / 1024)

/**
 * Prepares a vote's note. Optional: empty when it has no text.
 * @throws ApiError CONTENT_TOO_LONG, CONTENT_TOO_COMPLEX
 */
export function prepareNote(raw: string): SanitizedContent {
  const empty = { content: '', title: '' }
  if (raw === '') return empty
  const note = sanitize(raw)
  return note.title === '' ? empty : note
}

/**
 * Prepares a post, which must have text or media.
 * @throws ApiError CONTENT_TOO_LONG, CONTENT_TOO_COMPLEX, CONTENT_REQUIRED
 */
export function preparePost(raw: string): SanitizedContent {
  const post = sanitize(raw)
  if (post.title === '' && !hasMedia(post.content)) {
    throw new ApiError('CONTENT_REQUIRED', { field: 'content' })
  }
  return post
}
