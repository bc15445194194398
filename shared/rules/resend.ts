import { MINUTE_MS } from './time.ts'

/** A reply or post that is sent again within this time, as after a lost answer, is the one that is stored, ms. */
export const RESEND_MS = 10 * MINUTE_MS
