/** Kinds of notifications with a switch, in the order of the settings. */
export const NOTIFICATION_KINDS = ['settled', 'flip', 'closing', 'season', 'opened'] as const
export type NotificationKind = (typeof NOTIFICATION_KINDS)[number]
export type KindSwitches = Record<NotificationKind, boolean>

/** Switches of a person who never changed them. */
export const DEFAULT_KINDS: KindSwitches = {
  settled: true,
  flip: true,
  closing: true,
  season: true,
  opened: false,
}
