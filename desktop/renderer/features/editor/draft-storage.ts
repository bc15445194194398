import type { Preferences } from '#desktop/renderer/platform/platform.ts'
import type { Services } from '#desktop/renderer/platform/services.ts'
import { VOTE_CHOICES, type VoteChoice } from '#shared/rules/band.ts'
import { isBlankPost } from '#shared/rules/is-blank.ts'
import { DAY_MS, MINUTE_MS } from '#shared/rules/time.ts'

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
  /** The saved note that an edit began with, unsanitized. */
  base?: string
  /** When the post that an edit began with had last changed, ISO 8601, UTC. */
  seen?: string
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
  const { userId, content, savedAt, choice, base, seen, priority } = stored
  const known = VOTE_CHOICES.find((option) => option === choice)
  return {
    userId,
    content,
    savedAt,
    ...(known && { choice: known }),
    ...(typeof base === 'string' && { base }),
    ...(typeof seen === 'string' && { seen }),
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

/** Whether the draft of an edit is less than a day old; `now` is server time, epoch milliseconds. */
const isRecent = ({ savedAt }: EditDraft, now: number) => Date.parse(savedAt) > now - EDIT_TTL_MS

const isOf = (draft: EditDraft, { kind, postId }: DraftSubject, userId: number) =>
  draft.kind === kind && draft.postId === postId && draft.userId === userId

function removeEdits(preferences: Preferences, isRemoved: (draft: EditDraft) => boolean): void {
  const drafts = readEdits(preferences)
  const others = drafts.filter((draft) => !isRemoved(draft))
  if (others.length === 0) preferences.remove(EDITS_KEY)
  else if (others.length < drafts.length) preferences.write(EDITS_KEY, JSON.stringify(others))
}

/**
 * The user's draft, or null. The draft of an edit is restored for a day. That of a new text is removed when
 * it is blank (no text, picture or direction) or somebody else's.
 */
export function loadDraft(
  preferences: Preferences,
  subject: DraftSubject,
  userId: number,
  now: number,
): Draft | null {
  if (subject.postId !== null) {
    const found = readEdits(preferences).find((draft) => isOf(draft, subject, userId))
    return found && isRecent(found, now) ? toDraft(found) : null
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
  { known, now }: { known: string; now: number },
): string | null {
  const content = loadDraft(preferences, subject, userId, now)?.content ?? ''
  return content === known || isBlankPost(content) ? null : content
}

/** Stores a draft in place of the previous one; false when the browser refuses. */
export function saveDraft(preferences: Preferences, subject: DraftSubject, draft: Draft): boolean {
  const { kind, postId } = subject
  if (postId === null) return preferences.write(NEW_KEYS[kind], JSON.stringify(draft))
  const others = readEdits(preferences).filter((other) => !isOf(other, subject, draft.userId))
  const drafts = [{ ...draft, kind, postId }, ...others].slice(0, MAX_EDITS)
  return preferences.write(EDITS_KEY, JSON.stringify(drafts))
}

export function removeDraft(preferences: Preferences, subject: DraftSubject, userId: number): void {
  if (subject.postId === null) {
    preferences.remove(NEW_KEYS[subject.kind])
    return
  }
  removeEdits(preferences, (draft) => isOf(draft, subject, userId))
}

interface ExpiryDeps {
  platform: Pick<Services['platform'], 'preferences'>
  clock: Pick<Services['clock'], 'isSynced'>
  seconds: Pick<Services['seconds'], 'subscribe'>
}

/** Removes drafts of edits after a day. A wrong local clock would remove new ones: waits for the server's. */
export function expireEdits({ platform, clock, seconds }: ExpiryDeps): void {
  const { preferences } = platform
  let last = 0
  seconds.subscribe((now) => {
    const minute = Math.floor(now / MINUTE_MS)
    if (minute === last || !clock.isSynced()) return
    last = minute
    removeEdits(preferences, (draft) => !isRecent(draft, now))
  })
}
