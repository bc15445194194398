import { uniform } from '#api/market/seeded-random.ts'

export type Random = ReturnType<typeof createRandom>

/** Random choices that depend on the seed alone. */
export function createRandom(seed: number) {
  let drawn = 0
  const next = () => uniform(seed, drawn++, 1)
  const integer = (min: number, max: number) => min + Math.floor(next() * (max - min + 1))
  return {
    /** In (0, 1). */
    next,
    /** From `min` to `max`, both included. */
    integer,
    chance: (probability: number) => next() < probability,
    pick: <T>(list: readonly [T, ...T[]]): T => list[integer(0, list.length - 1)] ?? list[0],
    /** Up to `count` different items. */
    sample<T>(list: readonly T[], count: number): T[] {
      const left = [...list]
      const take = () => left.splice(integer(0, left.length - 1), 1)
      return Array.from({ length: Math.min(count, list.length) }).flatMap(take)
    },
  }
}
