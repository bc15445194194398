import type { ModerationReason, PublicAct } from '#shared/contract/moderation.ts'
import { DAY_MS, MINUTE_MS } from './time.ts'

/** Reasons in the order of their menus. */
export const MODERATION_REASONS: readonly ModerationReason[] = [
  'spam',
  'scam',
  'chatroom',
  'harassment',
  'hate',
  'sexual',
  'other',
]

/** Acts in the public log. */
export const PUBLIC_ACTS: readonly PublicAct[] = [
  'hide',
  'restore',
  'rename',
  'mute',
  'unmute',
  'ban',
  'unban',
]

/** Acts in the audit table only. */
export type InternalAct =
  | 'dismiss'
  | 'grant_admin'
  | 'revoke_admin'
  | 'end_sessions'
  | 'link_identity'
  | 'unlink_identity'
  | 'export'
  | 'erase'
export type AuditedAct = PublicAct | InternalAct

/** Reports by this many trusted users hide a text or name until a moderator decides. */
export const HIDE_AT_REPORTS = 3

/** Things that the same two reporters may hide in a day, UTC. */
export const HIDES_PER_DAY = 3

/** Reports of a user that may wait for a moderator's decision at a time. */
export const UNDECIDED_REPORTS_MAX = 20

/** Settled, priced votes with a direction that make a reporter trusted. */
export const TRUSTED_VOTES = 5

/** Age of the account that makes a reporter trusted, milliseconds. */
export const TRUSTED_AGE_MS = 30 * DAY_MS

/** Milliseconds after hiding or renaming in which its moderator may undo it. */
export const UNDO_WINDOW_MS = 5 * MINUTE_MS

/** Milliseconds after an act in which its author may appeal. */
export const APPEAL_WINDOW_MS = 30 * DAY_MS

const REVERSALS: Partial<Record<PublicAct, PublicAct>> = {
  hide: 'restore',
  rename: 'restore',
  mute: 'unmute',
  ban: 'unban',
}

/** The act that undoes `act`; undefined for acts without one, which cannot be appealed. */
export function reversalOf(act: PublicAct): PublicAct | undefined {
  return REVERSALS[act]
}
