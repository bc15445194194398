import { HOUR_MS } from './time.ts'

/** Milliseconds after a new sign-in method in which older ones of the account stay. */
export const IDENTITY_HOLD_MS = 72 * HOUR_MS

/** A sign-in method; ids ascend in the order in which they were added. */
interface AddedIdentity {
  id: number
  /** Epoch milliseconds. */
  created: number
}

/**
 * When `identity` of an account may be removed by the person (epoch milliseconds), 0 for at once: whoever
 * has taken over a session and added a sign-in method cannot lock the person out before these hours.
 */
export function removableFrom(identity: AddedIdentity, all: readonly AddedIdentity[]): number {
  const newer = all.filter(({ id }) => id > identity.id).map(({ created }) => created)
  return newer.length === 0 ? 0 : Math.max(...newer) + IDENTITY_HOLD_MS
}
