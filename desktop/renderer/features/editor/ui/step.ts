/**
 * Moves the focus among `items` from the one at `at`, round and round: forwards and backwards by the
 * given keys, to the ends by Home and End. Answers whether the key was one of these.
 */
export function step(
  items: readonly HTMLElement[],
  at: number,
  key: string,
  keys: { forwards: readonly string[]; backwards: readonly string[] },
): boolean {
  let next: number | undefined
  if (keys.forwards.includes(key)) next = at + 1
  if (keys.backwards.includes(key)) next = at - 1
  if (key === 'Home') next = 0
  if (key === 'End') next = items.length - 1
  if (next === undefined) return false
  items.at(next % items.length)?.focus()
  return true
}
