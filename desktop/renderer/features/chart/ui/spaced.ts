/** Runs `work` when asked, but at most once in `gap` ms; what is asked for in between comes after it. */
export function spaced(work: () => void, gap: number): { ask: () => void; stop: () => void } {
  let last = Number.NEGATIVE_INFINITY
  let timer: ReturnType<typeof setTimeout> | undefined
  const run = () => {
    timer = undefined
    last = performance.now()
    work()
  }
  return {
    ask() {
      if (timer !== undefined) return
      const wait = last + gap - performance.now()
      if (wait <= 0) run()
      else timer = setTimeout(run, wait)
    },
    stop() {
      clearTimeout(timer)
      timer = undefined
    },
  }
}
