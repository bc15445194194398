import type { Preferences } from '#desktop/renderer/platform/platform.ts'
import type { OwnVote } from '#shared/contract/profile.ts'

/** The own results that a user of this browser or app has dismissed. */
export interface SeenCalls {
  /** Results up to this instant (ISO 8601, UTC) are dismissed, or older than the first visit. */
  seen: string
  /** Targets of own calls whose result is not dismissed, ISO 8601, UTC. */
  pending: string[]
}

type Call = Pick<OwnVote, 'settledAt' | 'targetTime'>

const keyOf = (userId: number) => `seenCalls.${userId}`

function isSeenCalls(value: unknown): value is SeenCalls {
  if (typeof value !== 'object' || value === null) return false
  if (!('seen' in value) || !('pending' in value)) return false
  const { seen, pending } = value
  const isText = (entry: unknown) => typeof entry === 'string'
  return isText(seen) && Array.isArray(pending) && pending.every(isText)
}

/** The record of a user; null before the first visit and when it cannot be read. */
export function readSeenCalls(preferences: Preferences, userId: number): SeenCalls | null {
  try {
    const stored: unknown = JSON.parse(preferences.read(keyOf(userId)) ?? 'null')
    return isSeenCalls(stored) ? stored : null
  } catch {
    return null
  }
}

export function writeSeenCalls(preferences: Preferences, userId: number, record: SeenCalls): void {
  preferences.write(keyOf(userId), JSON.stringify(record))
}

/** Removes the record of a user, who has signed out: others may use this device. */
export function removeSeenCalls(preferences: Pick<Preferences, 'remove'>, userId: number): void {
  preferences.remove(keyOf(userId))
}

/** Whether a result is due at `now` (epoch ms), so that its banner gets its place at once. */
export function isResultDue(record: SeenCalls | null, now: number): boolean {
  return record?.pending.some((target) => Date.parse(target) <= now) ?? false
}

/** The calls settled since the record. Instants of the contract sort as text. */
export function settledSince<Vote extends Call>(seen: string, votes: readonly Vote[]): Vote[] {
  return votes.filter(({ settledAt }) => settledAt !== null && settledAt > seen)
}

/** The record once `votes` are known; the first one counts everything settled as seen. */
export function updatedRecord(
  record: SeenCalls | null,
  votes: readonly Call[],
  now: number,
): SeenCalls {
  const seen = record?.seen ?? new Date(now).toISOString()
  const open = votes.filter(({ settledAt }) => settledAt === null || settledAt > seen)
  return { seen, pending: open.map(({ targetTime }) => targetTime) }
}
