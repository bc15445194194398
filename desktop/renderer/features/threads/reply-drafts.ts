import type { Preferences } from '#desktop/renderer/platform/platform.ts'
import { QUOTE_MAX } from '#shared/rules/reply.ts'

/** A quoted reply, as the composer shows it. */
export interface DraftQuote {
  id: number
  nickname: string
  uniqueCode: string
  excerpt: string
}

/** An unsent reply. */
export interface ReplyDraft {
  content: string
  quote: DraftQuote | null
  /** When the reply that an edit began with had last changed, ISO 8601, UTC. */
  seen?: string
}

interface StoredDraft extends ReplyDraft {
  userId: number
  /** The thread, or the reply that is edited. */
  place: string
}

const KEY = 'reply_drafts'
/** The oldest go first. */
const MAX_DRAFTS = 20

const isText = (value: unknown): value is string => typeof value === 'string'

function isQuote(value: unknown): value is DraftQuote {
  return (
    typeof value === 'object' &&
    value !== null &&
    Number.isSafeInteger(Reflect.get(value, 'id')) &&
    ['nickname', 'uniqueCode', 'excerpt'].every((name) => isText(Reflect.get(value, name)))
  )
}

function isDraft(value: unknown): value is StoredDraft {
  return (
    typeof value === 'object' &&
    value !== null &&
    'userId' in value &&
    typeof value.userId === 'number' &&
    'place' in value &&
    isText(value.place) &&
    'content' in value &&
    isText(value.content) &&
    'quote' in value &&
    (value.quote === null || isQuote(value.quote))
  )
}

function readDrafts(preferences: Preferences): StoredDraft[] {
  try {
    const stored: unknown = JSON.parse(preferences.read(KEY) ?? 'null')
    return Array.isArray(stored) ? stored.filter(isDraft) : []
  } catch {
    return []
  }
}

const isAt = (draft: StoredDraft, place: string, userId: number) =>
  draft.place === place && draft.userId === userId

/** The user's unsent reply at a place; null without one. */
export function loadReplyDraft(
  preferences: Preferences,
  place: string,
  userId: number,
): ReplyDraft | null {
  const found = readDrafts(preferences).find((draft) => isAt(draft, place, userId))
  if (!found) return null
  const { content, quote, seen } = found
  return { content, quote, ...(isText(seen) && { seen }) }
}

/** Stores a draft in place of the previous one, or removes it; false when the browser refuses. */
export function saveReplyDraft(
  preferences: Preferences,
  place: string,
  userId: number,
  draft: ReplyDraft | null,
): boolean {
  const drafts = readDrafts(preferences)
  const others = drafts.filter((other) => !isAt(other, place, userId))
  if (draft === null) {
    if (others.length === 0) preferences.remove(KEY)
    else if (others.length < drafts.length) preferences.write(KEY, JSON.stringify(others))
    return true
  }
  const next = [{ ...draft, place, userId }, ...others].slice(0, MAX_DRAFTS)
  return preferences.write(KEY, JSON.stringify(next))
}

/** The quote of a reply, cut to what a quote shows. */
export const quoteOf = (reply: Omit<DraftQuote, 'excerpt'> & { content: string }): DraftQuote => ({
  id: reply.id,
  nickname: reply.nickname,
  uniqueCode: reply.uniqueCode,
  excerpt: reply.content.slice(0, QUOTE_MAX),
})

/** The place of the draft of an edit. */
export const editPlaceOf = (id: number) => `reply ${id}`
