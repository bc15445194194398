/**
 * The wait before attempt `attempt` (0 is the first retry): exponential from `base` up to `cap`,
 * half of it random so that many servers never knock in step. Milliseconds.
 */
export function backoff(attempt: number, base: number, cap: number, random: () => number): number {
  const full = Math.min(cap, base * 2 ** Math.min(attempt, 20))
  return Math.round(full / 2 + (full / 2) * random())
}
