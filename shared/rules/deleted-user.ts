import { DAY_MS } from './time.ts'

/** Nickname of the nameless author of an erased account's votes. Reserved; clients translate it. */
export const DELETED_NICKNAME = 'Deleted'

/** Milliseconds for which a keyed hash of the identity of an erased account is stored. */
export const ERASED_IDENTITY_RETENTION_MS = 30 * DAY_MS
