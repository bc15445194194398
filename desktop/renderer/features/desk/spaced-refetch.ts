/** Readers of one change do not all fetch at the same moment (ms). */
const SPREAD_MS = 300
/** Least time between the starts of two fetches, for each request of one (ms). */
const PAUSE_MS = 400

interface SpacedRefetch {
  /** Requests a fetch that starts after this call. */
  request(): void
  cancel(): void
}

interface SpacedRefetchDeps {
  /** Resolves at the end of the fetch, also of a failed one. */
  fetch: () => Promise<unknown>
  /** Requests that a fetch takes: the least time between two grows with them. One by default. */
  requests?: () => number
  /** Milliseconds of a monotonic clock. */
  now: () => number
  /** Runs `task` after `ms`. @returns the function that cancels it */
  after: (ms: number, task: () => void) => () => void
  /** Uniform in `[0, 1)`. */
  random: () => number
}

/**
 * Fetches after changes: spread over the readers, never two at once and never in quick succession, so that
 * a slow server is asked less often. The change that no fetch has seen yet always gets one.
 */
export function createSpacedRefetch(deps: SpacedRefetchDeps): SpacedRefetch {
  const { fetch, requests = () => 1, now, after, random } = deps
  let cancelTimer: (() => void) | null = null
  let isFetching = false
  let isRequested = false
  let startedAt = Number.NEGATIVE_INFINITY

  const request = () => {
    isRequested = true
    if (isFetching || cancelTimer) return
    const wait = Math.max(random() * SPREAD_MS, startedAt + PAUSE_MS * requests() - now())
    cancelTimer = after(wait, start)
  }
  const start = async () => {
    cancelTimer = null
    isRequested = false
    isFetching = true
    startedAt = now()
    await fetch()
    isFetching = false
    if (isRequested) request()
  }
  return {
    request,
    cancel() {
      cancelTimer?.()
      cancelTimer = null
      isRequested = false
    },
  }
}
