/** Alerts with a switch in the settings of the app; the others follow the settings of the account. */
export const PRICE_ALERTS = ['band', 'level'] as const
export type AlertKind = 'opened' | 'closing' | 'settled' | (typeof PRICE_ALERTS)[number]
