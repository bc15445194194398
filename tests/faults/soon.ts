import { eventually } from '#tests/support/eventually.ts'

/** Timeout for servers under load (ms). */
const TIMEOUT_MS = 120_000

/** Waits until `condition` holds. */
export const soon = (condition: () => boolean | Promise<boolean>) =>
  eventually(condition, { patience: TIMEOUT_MS })
