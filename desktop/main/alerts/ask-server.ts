const PAUSE_MS = 60_000

/** Asks the server one question at a time. `now` is epoch milliseconds of the local clock. */
export function createAsker(now: () => number) {
  let isAsking = false
  let notBefore = Number.NEGATIVE_INFINITY
  return {
    /** Whether a question may be asked: none is under way, and none failed within a minute. */
    isFree: () => !isAsking && now() >= notBefore,
    /** Never rejects; `onFailure` hears of a question that got no answer. */
    async ask(question: () => Promise<void>, onFailure: () => void): Promise<void> {
      isAsking = true
      try {
        await question()
      } catch {
        notBefore = now() + PAUSE_MS
        onFailure()
      } finally {
        isAsking = false
      }
    },
  }
}
