interface AskerParts<Answer> {
  ask: () => Promise<Answer>
  onAnswer: (answer: Answer) => void
  onFailure: () => void
  /** Milliseconds until the first time of polling, and between two times. */
  firstPause: () => number
  pause: () => number
}

/** Asks again and again while told to, or until one answer came; one question at a time. */
export function createAsker<Answer>(parts: AskerParts<Answer>) {
  const { ask, onAnswer, onFailure, firstPause, pause } = parts
  let isPolling = false
  /** Somebody waits for the answer to a question that is asked after they wanted it. */
  let isWanted = false
  let isAsking = false
  /** Grows at each rest: what was wanted before it is wanted no more. */
  let rests = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  const schedule = (milliseconds: number) => {
    clearTimeout(timer)
    if (isPolling || isWanted) timer = setTimeout(run, milliseconds)
  }

  const run = async () => {
    clearTimeout(timer)
    if (isAsking) return
    const before = { isWanted, rests }
    isAsking = true
    isWanted = false
    const answer = await ask().catch(() => null)
    isAsking = false
    if (answer === null && before.isWanted && before.rests === rests) isWanted = true
    schedule(pause())
    if (answer === null) onFailure()
    else onAnswer(answer)
  }

  return {
    /** Asks every now and then from now on; the first time after a pause. */
    poll() {
      if (isPolling) return
      isPolling = true
      if (!isAsking) schedule(firstPause())
    },
    /** Asks at once, and again after pauses until one answer came. */
    once() {
      isWanted = true
      run()
    },
    /** Asks no more. A question under way may still be answered. */
    rest() {
      isPolling = false
      isWanted = false
      rests += 1
      clearTimeout(timer)
    },
  }
}
