/**
 * Delay before retry `attempt` (0 is the first), in milliseconds: exponential from `base` up to `cap`,
 * half of it random (`random` returns [0, 1]) so that clients do not retry in step.
 */
export function backoff(attempt: number, base: number, cap: number, random: () => number): number {
  const full = Math.min(cap, base * 2 ** Math.min(attempt, 20))
  return Math.round(full / 2 + (full / 2) * random())
}
