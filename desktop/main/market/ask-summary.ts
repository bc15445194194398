import { API_PREFIX } from '#shared/contract/common.ts'
import type { VoteSummary } from '#shared/contract/summary.ts'
import { isSummary } from './checks.ts'

/** What is needed of `fetch`. */
export type Fetch = (
  url: string,
  options: { signal: AbortSignal; cache: 'no-store' },
) => Promise<Response>

/** A server that has not answered by then is asked again. */
const PATIENCE_MS = 10_000

/** `GET /api/v1/vote/summary`. Rejects when there is no good answer, or when `signal` ends it. */
export async function askSummary(
  fetch: Fetch,
  apiOrigin: string,
  signal: AbortSignal,
): Promise<VoteSummary> {
  const ending = new AbortController()
  const end = () => ending.abort()
  const timer = setTimeout(end, PATIENCE_MS)
  signal.addEventListener('abort', end)
  try {
    // A kept reply has the time at which it was kept, and clocks are set by this one.
    const reply = await fetch(`${apiOrigin}${API_PREFIX}/vote/summary`, {
      signal: ending.signal,
      cache: 'no-store',
    })
    const value: unknown = await reply.json()
    if (!reply.ok || !isSummary(value)) throw new Error('no summary in the reply')
    return value
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', end)
  }
}
