import { eventually } from '#tests/support/eventually.ts'

/** What servers under load are given, on whatever machine (ms). */
const PATIENCE = 120_000

/** Waits until `condition` holds. */
export const soon = (condition: () => boolean) => eventually(condition, { patience: PATIENCE })
