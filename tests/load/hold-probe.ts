const SAMPLE_MS = 5

/**
 * Watches the event loop of this process; `longest` returns the longest hold in ms since its last call.
 * A hold counts at most the CPU time that the process used, because other processes delay timers too.
 */
export function startHoldProbe(): { longest(): number } {
  let last = performance.now()
  let used = process.cpuUsage()
  let longest = 0
  const sample = () => {
    const now = performance.now()
    const { user, system } = process.cpuUsage(used)
    longest = Math.max(longest, Math.min(now - last - SAMPLE_MS, (user + system) / 1000))
    last = now
    used = process.cpuUsage()
  }
  setInterval(sample, SAMPLE_MS).unref()
  return {
    longest() {
      sample()
      const found = longest
      longest = 0
      return found
    },
  }
}
