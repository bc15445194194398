const PAUSE_MS = 60_000

/** A question to the server, asked once at a time. `now` is epoch milliseconds of the local clock. */
export function createQuestion(now: () => number) {
  let isAsking = false
  let notBefore = Number.NEGATIVE_INFINITY
  return {
    /** Whether it may be asked: it is not under way, and did not fail within a minute. */
    isFree: () => !isAsking && now() >= notBefore,
    /** Never rejects; `onFailure` hears that there was no answer. */
    async ask(question: () => Promise<void>, onFailure = () => {}): Promise<void> {
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
