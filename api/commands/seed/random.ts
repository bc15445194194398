import { uniform } from '#api/market/seeded-random.ts'

/** Deterministic random choices. */
export interface Random {
  /** In (0, 1). */
  next(): number
  chance(probability: number): boolean
  /** An integer from `min` to `max`, both included. */
  integer(min: number, max: number): number
  pick<T>(list: readonly [T, ...T[]]): T
  /** Up to `count` different items. */
  sample<T>(list: readonly T[], count: number): T[]
}

/** Random choices that depend on the seed alone. */
export function createRandom(seed: number): Random {
  let drawn = 0
  const next = () => uniform(seed, drawn++, 1)
  const integer = (min: number, max: number) => min + Math.floor(next() * (max - min + 1))
  return {
    next,
    chance: (probability) => next() < probability,
    integer,
    pick: (list) => list[integer(0, list.length - 1)] ?? list[0],
    sample: (list, count) => {
      const left = [...list]
      const taken = []
      while (taken.length < count && left.length > 0) {
        taken.push(...left.splice(integer(0, left.length - 1), 1))
      }
      return taken
    },
  }
}
