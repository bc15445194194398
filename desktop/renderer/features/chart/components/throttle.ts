/** Runs `task` at most once per `interval` ms; calls in between run once at its end. */
export function throttle(
  task: () => void,
  interval: number,
): { call: () => void; cancel: () => void } {
  let last = Number.NEGATIVE_INFINITY
  let timer: ReturnType<typeof setTimeout> | undefined
  const run = () => {
    timer = undefined
    last = performance.now()
    task()
  }
  return {
    call() {
      if (timer !== undefined) return
      const wait = last + interval - performance.now()
      if (wait <= 0) run()
      else timer = setTimeout(run, wait)
    },
    cancel() {
      clearTimeout(timer)
      timer = undefined
    },
  }
}
