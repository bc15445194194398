/** Kinds of notifications of rounds and seasons. */
export const FANOUT_KINDS = ['settled', 'flip', 'closing', 'season', 'opened'] as const
export type FanoutKind = (typeof FANOUT_KINDS)[number]

/** Kinds of notifications with a switch. */
const NOTIFICATION_KINDS = [...FANOUT_KINDS, 'reply', 'mention'] as const
export type NotificationKind = (typeof NOTIFICATION_KINDS)[number]
export type KindSwitches = Record<NotificationKind, boolean>

/** Switches of a person who never changed them. */
export const DEFAULT_KINDS: KindSwitches = {
  settled: true,
  flip: true,
  closing: true,
  season: true,
  opened: false,
  reply: true,
  mention: true,
}
