import type { Preferences } from '#desktop/renderer/platform/platform.ts'
import type { OwnVote } from '#shared/contract/profile.ts'

/** The own results that a user of this browser or app has dismissed. */
export interface SeenVotes {
  /** Results up to this instant (ISO 8601, UTC) are dismissed, or older than the first visit. */
  seen: string
  /** Targets of own votes whose result is not dismissed, ISO 8601, UTC. */
  pending: string[]
}

type SettledVote = Pick<OwnVote, 'settledAt' | 'targetTime'>

/** The preference that holds the record of a user. */
export const seenVotesKey = (userId: number) => `seenCalls.${userId}`

function isSeenVotes(value: unknown): value is SeenVotes {
  if (typeof value !== 'object' || value === null) return false
  if (!('seen' in value) || !('pending' in value)) return false
  const { seen, pending } = value
  const isText = (entry: unknown) => typeof entry === 'string'
  return isText(seen) && Array.isArray(pending) && pending.every(isText)
}

/** Parses the stored record; null before the first visit and when it cannot be read. */
export function parseSeenVotes(stored: string | null): SeenVotes | null {
  try {
    const record: unknown = JSON.parse(stored ?? 'null')
    return isSeenVotes(record) ? record : null
  } catch {
    return null
  }
}

export function writeSeenVotes(preferences: Preferences, userId: number, record: SeenVotes): void {
  preferences.write(seenVotesKey(userId), JSON.stringify(record))
}

/** Removes the record of a user, who has signed out: others may use this device. */
export function removeSeenVotes(preferences: Pick<Preferences, 'remove'>, userId: number): void {
  preferences.remove(seenVotesKey(userId))
}

/** Whether a result is due at `now` (epoch ms), so that its banner gets its place at once. */
export function isResultDue(record: SeenVotes | null, now: number): boolean {
  return record?.pending.some((target) => Date.parse(target) <= now) ?? false
}

/** The votes settled since the record. Instants of the contract sort as text. */
export function settledSince<Vote extends SettledVote>(
  seen: string,
  votes: readonly Vote[],
): Vote[] {
  return votes.filter(({ settledAt }) => settledAt !== null && settledAt > seen)
}

/** The record once `votes` are known; the first one counts everything settled as seen. */
export function updatedRecord(
  record: SeenVotes | null,
  votes: readonly SettledVote[],
  now: number,
): SeenVotes {
  const seen = record?.seen ?? new Date(now).toISOString()
  const open = votes.filter(({ settledAt }) => settledAt === null || settledAt > seen)
  return { seen, pending: open.map(({ targetTime }) => targetTime) }
}
