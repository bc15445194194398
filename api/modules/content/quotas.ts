import type { Quota } from '#api/infrastructure/http/limits.ts'

/** Changes of a text. */
export const EDIT_QUOTA: Quota = { action: 'edit', user: 20, address: 120 }

/** Kilobytes of HTML to sanitize: at most 0.3 ms of CPU each. */
export const CONTENT_QUOTA: Quota = { action: 'content', user: 256, address: 1024 }

export const REACTION_QUOTA: Quota = { action: 'reaction', user: 60, address: 300 }
