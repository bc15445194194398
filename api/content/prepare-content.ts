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

type Sanitise = (html: string) => Promise<string>

async function clean(sanitise: Sanitise, raw: string): Promise<string> {
  const content = await sanitise(raw)
  if (content.length > CONTENT_MAX) throw new ApiError('CONTENT_TOO_LONG', { field: 'content' })
  return content
}

/**
 * Prepares a vote's note. Optional: empty when it has no text.
 * @throws ApiError CONTENT_TOO_LONG
 */
export async function prepareNote(sanitise: Sanitise, raw: string): Promise<PreparedContent> {
  if (raw === '') return { content: '', title: '' }
  const content = await clean(sanitise, raw)
  return isBlank(content) ? { content: '', title: '' } : { content, title: titleOf(content) }
}

/**
 * Prepares a post, which must have text or media.
 * @throws ApiError CONTENT_TOO_LONG, CONTENT_REQUIRED
 */
export async function preparePost(sanitise: Sanitise, raw: string): Promise<PreparedContent> {
  const content = await clean(sanitise, raw)
  if (isBlankPost(content)) throw new ApiError('CONTENT_REQUIRED', { field: 'content' })
  return { content, title: titleOf(content) }
}
