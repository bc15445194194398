/** The part of `fetch` that is used here: Electron's `net.fetch` and the global one are both it. */
export type Fetch = (url: string, init?: RequestInit) => Promise<Response>

/** How long a server may take over one request. */
const PATIENCE_MS = 15_000

/** The same, but a request that stays unanswered is given up. */
export const patient =
  (fetch: Fetch): Fetch =>
  (url, init) =>
    fetch(url, { ...init, signal: AbortSignal.timeout(PATIENCE_MS) })
