import { isBlank, isBlankPost } from '#shared/rules/is-blank.ts'

/** Where the draft of a new vote and that of a new post are kept. */
export type DraftKey = 'post_draft_vote' | 'post_draft_board'

/** Whose draft it is: a user's id, or `guest` when nobody is logged in. */
export type DraftOwner = number | 'guest'

export interface Draft {
  userId: DraftOwner
  /** HTML, as the editor gave it: to be sanitised before it is used. */
  content: string
  /** ISO 8601, UTC, by the server's clock. */
  savedAt: string
}

function isDraft(value: unknown): value is Draft {
  return (
    typeof value === 'object' &&
    value !== null &&
    'userId' in value &&
    (typeof value.userId === 'number' || value.userId === 'guest') &&
    'content' in value &&
    typeof value.content === 'string' &&
    'savedAt' in value &&
    typeof value.savedAt === 'string' &&
    !Number.isNaN(Date.parse(value.savedAt))
  )
}

/** A kept draft, or null when it is no draft at all. */
export function readDraft(kept: string): Draft | null {
  try {
    const value: unknown = JSON.parse(kept)
    return isDraft(value) ? value : null
  } catch {
    return null
  }
}

/** Whether a draft holds nothing worth asking about, by the rule of what it is a draft of. */
function isEmpty(key: DraftKey, content: string): boolean {
  return key === 'post_draft_vote' ? isBlank(content) : isBlankPost(content)
}

/** What becomes of a kept draft when the editor opens: it is offered, or discarded without a word. */
export function draftToOffer(key: DraftKey, kept: string, owner: DraftOwner): Draft | null {
  const draft = readDraft(kept)
  if (!draft || draft.userId !== owner || isEmpty(key, draft.content)) return null
  return draft
}
