import type { VoteSummary } from '#shared/contract/summary.ts'

interface SummaryPollDeps {
  fetchSummary: () => Promise<VoteSummary>
  onSummary: (summary: VoteSummary) => void
  onFailure: (error: unknown) => void
  /** Skips scheduled fetches while it returns true. */
  isPaused: () => boolean
  /** Milliseconds before the first poll, and between two. */
  firstDelay: () => number
  delay: () => number
}

/** Fetches the summary repeatedly while polling, or until one fetch succeeded; one at a time. */
export function createSummaryPoll(deps: SummaryPollDeps) {
  const { fetchSummary, onSummary, onFailure, isPaused, firstDelay, delay } = deps
  let isPolling = false
  /** A requested fetch must succeed before polling pauses. */
  let isRequested = false
  let isFetching = false
  /** Counts pauses: a request from before a pause is not repeated after it. */
  let pauses = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  const schedule = (milliseconds: number) => {
    clearTimeout(timer)
    if (isPolling || isRequested) timer = setTimeout(run, milliseconds)
  }

  const run = async () => {
    clearTimeout(timer)
    if (isFetching) return
    if (isPaused() && !isRequested) return schedule(delay())
    const before = { isRequested, pauses }
    isFetching = true
    isRequested = false
    let error: unknown
    const summary = await fetchSummary().catch((reason: unknown) => {
      error = reason
      return null
    })
    isFetching = false
    if (summary === null && before.isRequested && before.pauses === pauses) isRequested = true
    schedule(delay())
    if (summary === null) onFailure(error)
    else onSummary(summary)
  }

  return {
    /** Starts polling, the first time after a delay. */
    start() {
      if (isPolling) return
      isPolling = true
      if (!isFetching) schedule(firstDelay())
    },
    /** Fetches now, and again after delays until it succeeds. */
    fetchNow() {
      isRequested = true
      void run()
    },
    /** Stops polling. A fetch under way may still call back. */
    stop() {
      isPolling = false
      isRequested = false
      pauses += 1
      clearTimeout(timer)
    },
  }
}
