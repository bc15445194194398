/** The alerts; each has its own switch. */
export const ALERTS = ['opened', 'closing', 'settled', 'band', 'level'] as const
export type AlertKind = (typeof ALERTS)[number]
