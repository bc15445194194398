/**
 * Limit of one action, wait or assertion on a page (ms). A wait for an event runs while the test does the slow
 * steps that lead to it, and a busy machine may be ten times slower.
 */
export const ACTION_TIMEOUT_MS = 60_000

/** Limit of starting a server and a browser beside other work, and of a test (ms). */
export const START_TIMEOUT_MS = 300_000
