/**
 * Shares things out so that each share weighs about the same: the heaviest first, each to the
 * lightest share. No share is empty.
 * @template Thing
 * @param {readonly Thing[]} things
 * @param {(thing: Thing) => number} weightOf
 * @param {number} most how many shares at most
 * @returns {Thing[][]}
 */
export function inShares(things, weightOf, most) {
  const shares = Array.from({ length: Math.min(most, things.length) }, () => ({
    weight: 0,
    /** @type {Thing[]} */
    things: [],
  }))
  const heaviestFirst = things.toSorted((one, other) => weightOf(other) - weightOf(one))
  for (const thing of heaviestFirst) {
    const lightest = shares.reduce((best, share) => (share.weight < best.weight ? share : best))
    lightest.weight += weightOf(thing)
    lightest.things.push(thing)
  }
  return shares.map((share) => share.things)
}
