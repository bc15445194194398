import type { Preferences } from '#desktop/renderer/platform/platform.ts'
import { VOTE_CHOICES, type VoteChoice } from '#shared/rules/band.ts'
import { isBlankPost } from '#shared/rules/is-blank.ts'
import { DAY_MS } from '#shared/rules/time.ts'

/** A text that drafts are stored for. */
export interface DraftSubject {
  kind: 'vote' | 'board'
  /** The vote or post being edited; null for a new one. */
  postId: number | null
}

/** The form's content. */
export interface DraftText {
  /** Unsanitized HTML of the editor. */
  content: string
  /** Of a vote. */
  choice?: VoteChoice | null
  /** Of a notice, as typed. */
  priority?: string
}

export interface Draft extends DraftText {
  userId: number
  /** ISO 8601, UTC, by the server's clock. */
  savedAt: string
}

type EditDraft = Draft & { kind: string; postId: number }

/** One entry for each kind of new text, as specified, and one list for all edits. */
const NEW_KEYS = { vote: 'post_draft_vote', board: 'post_draft_board' } as const
const EDITS_KEY = 'post_draft_edits'
const MAX_EDITS = 20
/** An edit can be saved for one hour; a day lets its author still copy the text. */
const EDIT_TTL_MS = DAY_MS

function isDraft(value: unknown): value is Draft {
  return (
    typeof value === 'object' &&
    value !== null &&
    'userId' in value &&
    typeof value.userId === 'number' &&
    'content' in value &&
    typeof value.content === 'string' &&
    'savedAt' in value &&
    typeof value.savedAt === 'string' &&
    !Number.isNaN(Date.parse(value.savedAt))
  )
}

const isEditDraft = (value: unknown): value is EditDraft =>
  isDraft(value) && 'kind' in value && 'postId' in value && typeof value.postId === 'number'

/** Drops fields that another version may have stored in another shape. */
function toDraft(stored: Draft): Draft {
  const { userId, content, savedAt, choice, priority } = stored
  const known = VOTE_CHOICES.find((option) => option === choice)
  return {
    userId,
    content,
    savedAt,
    ...(known && { choice: known }),
    ...(typeof priority === 'string' && { priority }),
  }
}

function parse(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null')
  } catch {
    return null
  }
}

function readEdits(preferences: Preferences): EditDraft[] {
  const stored = parse(preferences.read(EDITS_KEY))
  return Array.isArray(stored) ? stored.filter(isEditDraft) : []
}

const isOf = (draft: EditDraft, { kind, postId }: DraftSubject, userId: number) =>
  draft.kind === kind && draft.postId === postId && draft.userId === userId

/**
 * The user's draft, or null. The draft of a new text is removed when it is blank (no text, picture or
 * direction) or somebody else's.
 */
export function loadDraft(
  preferences: Preferences,
  subject: DraftSubject,
  userId: number,
): Draft | null {
  if (subject.postId !== null) {
    const found = readEdits(preferences).find((draft) => isOf(draft, subject, userId))
    return found ? toDraft(found) : null
  }
  const text = preferences.read(NEW_KEYS[subject.kind])
  const stored = parse(text)
  const draft = isDraft(stored) && stored.userId === userId ? toDraft(stored) : null
  if (draft && (draft.choice || !isBlankPost(draft.content))) return draft
  if (text !== null) preferences.remove(NEW_KEYS[subject.kind])
  return null
}

/** The note that another window stored after this one had read or written `known`; null without one. */
export function otherNote(
  preferences: Preferences,
  subject: DraftSubject,
  userId: number,
  known: string,
): string | null {
  const content = loadDraft(preferences, subject, userId)?.content ?? ''
  return content === known || isBlankPost(content) ? null : content
}

/** Stores a draft in place of the previous one; false when the browser refuses. */
export function saveDraft(preferences: Preferences, subject: DraftSubject, draft: Draft): boolean {
  const { kind, postId } = subject
  if (postId === null) return preferences.write(NEW_KEYS[kind], JSON.stringify(draft))
  const oldest = Date.parse(draft.savedAt) - EDIT_TTL_MS
  const others = readEdits(preferences).filter(
    (other) => !isOf(other, subject, draft.userId) && Date.parse(other.savedAt) > oldest,
  )
  const drafts = [{ ...draft, kind, postId }, ...others].slice(0, MAX_EDITS)
  return preferences.write(EDITS_KEY, JSON.stringify(drafts))
}

export function removeDraft(preferences: Preferences, subject: DraftSubject, userId: number): void {
  if (subject.postId === null) {
    preferences.remove(NEW_KEYS[subject.kind])
    return
  }
  const drafts = readEdits(preferences)
  const others = drafts.filter((draft) => !isOf(draft, subject, userId))
  if (others.length === 0) preferences.remove(EDITS_KEY)
  else if (others.length < drafts.length) preferences.write(EDITS_KEY, JSON.stringify(others))
}
