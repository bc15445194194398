import { MINUTE_MS } from '#shared/rules/time.ts'
import { type CallGroup, groupCalls, type PackedRound } from './call-groups.ts'

/** Rounds that two accounts must have in common, and so calls of an account that is compared. */
export const MIN_ROUNDS = 10
/** Calls of a pair are alike up to this distance in time. */
export const NEAR_MS = 5 * MINUTE_MS
/** Share of the common rounds with calls alike, in tenths. */
const MIN_SAME_TENTHS = 9
/** Least number of calls alike of a pair: nine tenths of ten. */
const MIN_SAME = 9
/**
 * Calls before and after one that are compared with it. In a crowd that calls within minutes of the open this
 * bounds the work; two accounts of one person are still neighbors by seconds.
 */
const NEIGHBORS = 1_000
export const PAIRS_MAX = 100

/** Two accounts, by ascending id. */
export interface Twins {
  first: number
  second: number
  rounds: number
  same: number
  gapMs: number
  others: number
}

export interface TwinSearch {
  accounts: number
  total: number
  pairs: Twins[]
}

/** A call of a person: its group of equal direction and round, and its index in it. */
interface Calls {
  groups: CallGroup[]
  indices: number[]
}

/** Adds one to each neighbor of a call that follows it by number. */
function countNeighbors(
  group: CallGroup,
  index: number,
  counts: Uint8Array,
  touched: number[],
): void {
  const { people, times } = group
  const person = people[index] ?? 0
  const time = times[index] ?? 0
  const count = (other: number) => {
    if (other <= person) return
    const before = counts[other] ?? 0
    if (before === 0) touched.push(other)
    counts[other] = before + 1
  }
  const first = Math.max(0, index - NEIGHBORS)
  const last = Math.min(people.length - 1, index + NEIGHBORS)
  for (let at = index - 1; at >= first && time - (times[at] ?? 0) <= NEAR_MS; at--) {
    count(people[at] ?? 0)
  }
  for (let at = index + 1; at <= last && (times[at] ?? 0) - time <= NEAR_MS; at++) {
    count(people[at] ?? 0)
  }
}

/** Index of the first of ascending `times` that is at least `time`. */
function lowerBound(times: Float64Array, time: number): number {
  let [low, high] = [0, times.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((times[middle] ?? 0) < time) low = middle + 1
    else high = middle
  }
  return low
}

/** Accounts other than the pair with the direction of a call within five minutes. */
function othersAround({ times }: CallGroup, index: number): number {
  const time = times[index] ?? 0
  const around = lowerBound(times, time + NEAR_MS + 1) - lowerBound(times, time - NEAR_MS)
  return Math.max(0, around - 2)
}

/** Compares all rounds of two people. `chance` is lower the less likely the coincidence is. */
function compare(one: Calls, other: Calls) {
  const ofOther = new Map(other.groups.map((group, at) => [group.round, { group, at }]))
  let [rounds, same, gap, others, chance] = [0, 0, 0, 0, 0]
  for (const [at, group] of one.groups.entries()) {
    const match = ofOther.get(group.round)
    if (!match) continue
    rounds += 1
    if (match.group !== group) continue
    const index = one.indices[at] ?? 0
    const distance = Math.abs(
      (group.times[index] ?? 0) - (group.times[other.indices[match.at] ?? 0] ?? 0),
    )
    if (distance > NEAR_MS) continue
    const around = othersAround(group, index)
    same += 1
    gap += distance
    others += around
    chance += Math.log((around + 1) / group.votes)
  }
  return { rounds, same, gapMs: Math.round(gap / same), others: others / same, chance }
}

/**
 * Finds pairs of accounts with at least ten rounds in common, of which at least nine tenths have the same
 * direction within five minutes; the least likely coincidences first.
 */
export function findTwins(packed: readonly PackedRound[]): TwinSearch {
  const { groups, ids } = groupCalls(packed, MIN_ROUNDS)
  const calls: Calls[] = ids.map(() => ({ groups: [], indices: [] }))
  for (const group of groups) {
    for (const [index, person] of group.people.entries()) {
      calls[person]?.groups.push(group)
      calls[person]?.indices.push(index)
    }
  }
  const counts = new Uint8Array(ids.length)
  let total = 0
  let found: (Twins & { chance: number })[] = []
  const keepBest = () => {
    found = found.sort((a, b) => a.chance - b.chance).slice(0, PAIRS_MAX)
  }
  for (const [person, own] of calls.entries()) {
    const touched: number[] = []
    for (const [at, group] of own.groups.entries()) {
      countNeighbors(group, own.indices[at] ?? 0, counts, touched)
    }
    for (const other of touched) {
      const alike = counts[other] ?? 0
      counts[other] = 0
      const theirs = calls[other]
      if (alike < MIN_SAME || !theirs) continue
      const pair = compare(own, theirs)
      if (pair.rounds < MIN_ROUNDS || pair.same * 10 < pair.rounds * MIN_SAME_TENTHS) continue
      total += 1
      found.push({ first: ids[person] ?? 0, second: ids[other] ?? 0, ...pair })
      if (found.length > 10 * PAIRS_MAX) keepBest()
    }
  }
  keepBest()
  const pairs = found.map(({ chance, ...pair }) => pair)
  return { accounts: ids.length, total, pairs }
}
