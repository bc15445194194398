import type { Quota } from '#api/infrastructure/http/limits.ts'
import { sanitizingPoints } from './prepare-content.ts'

/** Changes of a text. */
export const EDIT_QUOTA: Quota = { action: 'edit', user: 20, address: 120 }

/** The text of a vote or post in a valid body; empty without one. */
function contentOf(body: unknown): string {
  const isObject = typeof body === 'object' && body !== null && 'content' in body
  return isObject && typeof body.content === 'string' ? body.content : ''
}

/** Kilobytes of HTML to sanitize: at most 0.3 ms of CPU each. */
export const CONTENT_QUOTA: Quota = {
  action: 'content',
  user: 256,
  address: 1024,
  costOf: (body) => sanitizingPoints(contentOf(body)),
}

export const REACTION_QUOTA: Quota = { action: 'reaction', user: 60, address: 300 }
