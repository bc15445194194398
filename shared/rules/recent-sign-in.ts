/** Milliseconds after a sign-in in which an account's sign-in methods and data can be changed or taken out. */
export const RECENT_SIGN_IN_MS = 5 * 60_000
