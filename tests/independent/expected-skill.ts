import type { Database } from '#api/infrastructure/database/database.ts'
import { column, statement } from '#api/infrastructure/database/sql.ts'
import { DIRECTIONS, type FactPerson, type FactVote, quarterOf, type Way } from './facts.ts'

/** The skill test from facts and stored candles alone, as docs/decisions/skill-test.md describes it. */

const [HOUR, DAY] = [3_600_000, 86_400_000]
/** Sunday first. */
const WEIGHTS = [0.68, 1.25, 1.12, 1.28, 1.04, 1.11, 0.52]
const CELLS = 128
const NAMES: readonly string[] = DIRECTIONS

/** Cumulative distribution of Student's t with 4 degrees of freedom. */
const t4 = (t: number) => 0.5 + (t * (t * t + 6)) / (2 * (t * t + 4) ** 1.5)

function quantile(u: number): number {
  let [low, high] = [-1_000, 1_000]
  for (let step = 0; step < 200; step++) {
    const middle = (low + high) / 2
    if (t4(middle) < u) low = middle
    else high = middle
  }
  return (low + high) / 2
}
const QUANTILES = Array.from({ length: CELLS }, (_, cell) => quantile((cell + 0.5) / CELLS))

/** Days of variance between two instants: each UTC day by its weight from version 3 on. */
function daysBetween(from: number, to: number, version: number): number {
  if (version < 3) return (to - from) / DAY
  let days = 0
  for (let day = Math.floor(from / DAY) * DAY; day < to; day += DAY) {
    const part = Math.min(to, day + DAY) - Math.max(from, day)
    days += (part / DAY) * (WEIGHTS[new Date(day).getUTCDay()] ?? 0)
  }
  return days
}

interface Series {
  times: number[]
  opens: number[]
}

/** Variance of a day at an instant, from the newest 1,440 hourly returns. */
function dailyVariance({ times, opens }: Series, instant: number): number {
  const end = times.findLastIndex((time) => time <= instant)
  const returns = Math.min(end, 1_440)
  if (returns < 24) return 0.0009
  let sum = 0
  for (let at = end - returns + 1; at <= end; at++) {
    sum += Math.log((opens[at] ?? 1) / (opens[at - 1] ?? 1)) ** 2
  }
  return 0.7 * ((24 * sum) / returns) + 0.3 * 0.0009
}

/** Chances of a price over the reference when the return left has the scale `scale` of t. */
function chancesOf(ratio: number, scale: number): Record<Way, number> {
  const up = 1 - t4(Math.log(1.05 / ratio) / scale)
  const down = t4(Math.log(0.95 / ratio) / scale)
  return { up, steady: 1 - up - down, down }
}

function offerOf(chance: number, version: number): { hit: number; loss: number } {
  const b = version === 1 ? Math.min(0.85, Math.max(0.05, chance)) : chance
  const odds = (1 - b) / b
  if (b > 0.95) return { hit: Math.round(436 * odds), loss: 436 }
  if (b < 0.05) return { hit: 436, loss: Math.max(1, Math.round(436 / odds)) }
  return { hit: Math.round(100 * Math.sqrt(odds)), loss: Math.round(100 / Math.sqrt(odds)) }
}

/** What a settled record amounts to in a list. */
export interface FactSkill {
  calls: number
  points: number
  variance: number
  own_variance: number
  rotation: number | null
}

const CANDLES = statement('SELECT source, otime, open FROM candle ORDER BY otime', {
  source: column.text,
  otime: column.instant,
  open: column.text,
})

export async function expectedSkill(database: Database) {
  const series = new Map<string, Series>()
  for (const { source, otime, open } of await database.query(CANDLES)) {
    const own = series.get(source) ?? { times: [], opens: [] }
    own.times.push(otime.getTime())
    own.opens.push(Number(open))
    series.set(source, own)
  }
  const variances = new Map<string, number>()

  /** Price, reference and the variance of a day when a vote was accepted. */
  const momentOf = (vote: FactVote) => {
    const { source, refPrice, target } = vote.round
    const own = series.get(source ?? '') ?? { times: [], opens: [] }
    const at = Math.min(vote.accepted, target - 60_000)
    const hour = `${source} ${Math.floor(at / HOUR)}`
    const daily = variances.get(hour) ?? dailyVariance(own, at)
    variances.set(hour, daily)
    const known = own.opens[own.times.findLastIndex((time) => time <= at)]
    const price = vote.entryPrice === null ? (known ?? Number(refPrice)) : Number(vote.entryPrice)
    return { at, daily, price, reference: Number(refPrice) }
  }

  const covariance = (first: FactVote, second: FactVote): number => {
    if (first.round.target <= second.round.ref || second.choice === 'unknown') return 0
    const { choice } = second
    const { at, daily, price, reference } = momentOf(second)
    const { target } = first.round
    if (at >= target) return 0
    const scaleOf = (from: number, to: number) =>
      Math.sqrt((daily * daysBetween(from, to, second.version)) / 2)
    const until = scaleOf(at, target)
    const after = scaleOf(target, second.round.target)
    const { up, down } = chancesOf(price / Number(first.round.refPrice), until)
    const edges: Record<string, [number, number]> = {
      ...{ down: [0, down], steady: [down, 1 - up], up: [1 - up, 1] },
    }
    const [from, to] = edges[first.choice] ?? [0, 0]
    let [both, mean] = [0, 0]
    for (const [cell, deviation] of QUANTILES.entries()) {
      const ratio = (price / reference) * Math.exp(deviation * until)
      const chance = chancesOf(ratio, after)[choice]
      const part = Math.min((cell + 1) / CELLS, to) - Math.max(cell / CELLS, from)
      both += Math.max(0, part) * chance
      mean += chance / CELLS
    }
    const width = ({ hit, miss }: FactVote) => hit - miss
    return width(first) * width(second) * (both - (to - from) * mean)
  }

  /** What each settled vote of a person adds to the variance, by target. */
  const variancesOf = (votes: readonly FactVote[]): number[] =>
    votes.map((vote, index) => {
      if (vote.round.outcome === 'void') return 0
      const own = vote.carried ** 2 + (vote.counts ? vote.hit * -vote.miss : 0)
      const before = votes[index - 1]
      return vote.counts && before?.counts ? own + 2 * covariance(before, vote) : own
    })

  /** The share of the orders that do as well, ties half: every turn, forwards and backwards. */
  const rotation = (calls: readonly FactVote[], side: number): number => {
    const earned = calls.map((vote) => {
      const { at, daily, price, reference } = momentOf(vote)
      const days = daysBetween(at, vote.round.target, vote.version)
      const chances = chancesOf(price / reference, Math.sqrt((daily * days) / 2))
      return DIRECTIONS.map((way) => {
        const { hit, loss } = offerOf(chances[way], vote.version)
        return side * (way === vote.round.outcome ? hit : -loss)
      })
    })
    const ways = calls.map(({ choice }) => NAMES.indexOf(choice))
    const totalOf = (order: readonly number[]) =>
      order.reduce((sum, way, place) => sum + (earned[place]?.[way] ?? 0), 0)
    const own = totalOf(ways)
    let share = 0
    for (const order of [ways, ways.toReversed()]) {
      for (let turn = 0; turn < order.length; turn++) {
        const other = totalOf([...order.slice(turn), ...order.slice(0, turn)])
        share += other > own ? 1 : other === own ? 0.5 : 0
      }
    }
    return share / (2 * calls.length)
  }

  const recordOf = (votes: readonly FactVote[], added: readonly number[]): FactSkill => {
    const total = (numbers: readonly number[]) => numbers.reduce((sum, each) => sum + each, 0)
    const calls = votes.filter(({ counts }) => counts)
    const points = total(votes.map((vote) => vote.points ?? 0))
    const variance = total(added)
    const own = votes.map((vote) =>
      vote.round.outcome === 'void'
        ? 0
        : vote.carried ** 2 + (vote.counts ? vote.hit * -vote.miss : 0),
    )
    const isFar = calls.length >= 12 && points ** 2 >= 4 * variance
    const p = isFar ? rotation(calls, points < 0 ? -1 : 1) : null
    return { calls: calls.length, points, variance, own_variance: total(own), rotation: p }
  }

  const known = new Map<
    FactPerson,
    { added: Map<FactVote, number>; lists: Map<string, FactSkill> }
  >()
  /** The records of a person: `all` and the seasons with a vote, and what each vote adds. */
  const of = (person: FactPerson) => {
    const found = known.get(person)
    if (found) return found
    const votes = person.votes.filter(
      ({ points, created }) => points !== null && created >= person.absentUntil,
    )
    const each = variancesOf(votes)
    const added = new Map(votes.map((vote, index) => [vote, each[index] ?? 0]))
    const lists = new Map<string, FactSkill>()
    const tested = votes.filter(({ round }) => round.outcome !== 'void')
    const names = new Set(tested.map(({ round }) => quarterOf(round.target)))
    for (const name of names.size > 0 ? ['all', ...names] : []) {
      const own = tested.filter(({ round }) => name === 'all' || quarterOf(round.target) === name)
      const addedOf = own.map((vote) => added.get(vote) ?? 0)
      lists.set(name, recordOf(own, addedOf))
    }
    const made = { added, lists }
    known.set(person, made)
    return made
  }

  /** The words of a record. */
  const levelOf = (person: FactPerson, list: string): string => {
    const record = of(person).lists.get(list)
    if (!record || record.calls < 12) return 'early'
    const { points, variance, rotation: p } = record
    const z = variance > 0 ? points / Math.sqrt(variance) : 0
    if (Math.abs(z) < 1) return 'luck'
    const side = z > 0 ? 'above' : 'below'
    return Math.abs(z) >= 2 && p !== null && p <= 0.023 ? `unlikely-${side}` : side
  }

  return { of, levelOf }
}

export type ExpectedSkill = Awaited<ReturnType<typeof expectedSkill>>
