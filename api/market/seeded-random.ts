/**
 * A pseudo-random number in (0, 1), a pure function of three integers, so that the market is the same on
 * every machine. Uses the mixing steps of MurmurHash3.
 */
export function uniform(seed: number, index: number, salt: number): number {
  let h = seed | 0
  h = mix(h ^ Math.imul(index | 0, 0xcc9e2d51))
  h = mix(h ^ Math.imul(salt | 0, 0x1b873593))
  return ((h >>> 0) + 0.5) / 0x1_0000_0000
}

function mix(value: number): number {
  let h = value
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b)
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35)
  return h ^ (h >>> 16)
}

/** A standard normal number from the same integers (Box-Muller); uses `salt` and `salt + 1`. */
export function normal(seed: number, index: number, salt: number): number {
  const radius = Math.sqrt(-2 * Math.log(uniform(seed, index, salt)))
  return radius * Math.cos(2 * Math.PI * uniform(seed, index, salt + 1))
}
