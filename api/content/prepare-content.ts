import { ApiError } from '#api/infrastructure/errors.ts'
import { CONTENT_MAX } from '#shared/html/limits.ts'

import { isBlank, isBlankPost } from '#shared/rules/is-blank.ts'
import { titleOf } from '#shared/rules/title.ts'

/** A text as it is stored. */
export interface PreparedContent {
  /** Sanitized HTML; empty without visible text. */
  content: string
  /** First non-blank line, at most 80 characters; empty for media alone. */
  title: string
}

type Sanitize = (html: string) => Promise<string>

async function clean(sanitize: Sanitize, raw: string): Promise<string> {
  const content = await sanitize(raw)
  if (content.length > CONTENT_MAX) throw new ApiError('CONTENT_TOO_LONG', { field: 'content' })
  return content
}

/**
 * Prepares a vote's note. Optional: empty when it has no text.
 * @throws ApiError CONTENT_TOO_LONG
 */
export async function prepareNote(sanitize: Sanitize, raw: string): Promise<PreparedContent> {
  if (raw === '') return { content: '', title: '' }
  const content = await clean(sanitize, raw)
  return isBlank(content) ? { content: '', title: '' } : { content, title: titleOf(content) }
}

/**
 * Prepares a post, which must have text or media.
 * @throws ApiError CONTENT_TOO_LONG, CONTENT_REQUIRED
 */
export async function preparePost(sanitize: Sanitize, raw: string): Promise<PreparedContent> {
  const content = await clean(sanitize, raw)
  if (isBlankPost(content)) throw new ApiError('CONTENT_REQUIRED', { field: 'content' })
  return { content, title: titleOf(content) }
}
