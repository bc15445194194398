import { uniform } from '#api/market/seeded-random.ts'

/** Throws that come out the same in every run: what chance there is in the demo. */
export interface Dice {
  /** In (0, 1). */
  next(): number
  chance(probability: number): boolean
  /** A whole number from `min` to `max`, both possible. */
  whole(min: number, max: number): number
  pick<T>(list: readonly [T, ...T[]]): T
  /** Up to `count` different items of the list. */
  some<T>(list: readonly T[], count: number): T[]
}

/** Makes dice whose throws depend on the seed alone. */
export function createDice(seed: number): Dice {
  let thrown = 0
  const next = () => uniform(seed, thrown++, 1)
  const whole = (min: number, max: number) => min + Math.floor(next() * (max - min + 1))
  return {
    next,
    chance: (probability) => next() < probability,
    whole,
    pick: (list) => list[whole(0, list.length - 1)] ?? list[0],
    some: (list, count) => {
      const left = [...list]
      const taken = []
      while (taken.length < count && left.length > 0) {
        taken.push(...left.splice(whole(0, left.length - 1), 1))
      }
      return taken
    },
  }
}
