import type { Database } from '#api/infrastructure/database/database.ts'
import { column, statement } from '#api/infrastructure/database/sql.ts'
import { DIRECTIONS, type FactRound, type Facts, type FactVote, iso } from './facts.ts'

/** The expected replies of `/rounds` and `/offers/calibration`, from facts and stored candles alone. */

const HOUR = 3_600_000
const CHOICES = ['up', 'steady', 'down', 'unknown'] as const

/** Rounds are open from one Monday or Thursday 00:00 UTC to the next. */
const closeOf = ({ ref }: FactRound) =>
  ref + (new Date(ref).getUTCDay() === 1 ? 72 * HOUR : 96 * HOUR)

const countVotes = (votes: readonly FactVote[]) =>
  Object.fromEntries(
    CHOICES.map((choice) => [choice, votes.filter((vote) => vote.choice === choice).length]),
  )

/** The direction with most votes; `split` when two have as many. */
function pluralityOf(votes: readonly FactVote[]): string | null {
  const counts = DIRECTIONS.map(
    (direction) => votes.filter(({ choice }) => choice === direction).length,
  )
  const most = Math.max(...counts)
  if (most === 0) return null
  const first = DIRECTIONS[counts.indexOf(most)] ?? null
  return counts.filter((count) => count === most).length > 1 ? 'split' : first
}

/** Chance that Student's t with 4 degrees of freedom exceeds `t` ≥ 0: Simpson's rule over its density. */
function tailOfT4(t: number): number {
  const density = (x: number) => 0.375 * (1 + (x * x) / 4) ** -2.5
  const steps = 2000
  const width = t / steps
  let sum = density(0) + density(t)
  for (let step = 1; step < steps; step++) sum += (step % 2 === 0 ? 2 : 4) * density(step * width)
  return 0.5 - (sum * width) / 3
}

/** The favorite at the open: the price is at the reference, so only volatility counts. */
function favoriteOf(opens: readonly number[]): string {
  const returns = opens.slice(1).map((open, index) => Math.log(open / (opens[index] ?? open)))
  const newest = returns.slice(-1440)
  const mean = newest.reduce((sum, each) => sum + each * each, 0) / newest.length
  const daily = newest.length < 24 ? 0.0009 : 24 * mean
  const spread = Math.sqrt((0.7 * daily + 0.3 * 0.0009) * 7) / Math.SQRT2
  const [up, down] = [tailOfT4(Math.log(1.05) / spread), tailOfT4(-Math.log(0.95) / spread)]
  const steady = 1 - up - down
  if (steady >= up && steady >= down) return 'steady'
  return up >= down ? 'up' : 'down'
}

const CANDLES = statement('SELECT source, otime, open FROM candle ORDER BY otime', {
  source: column.text,
  otime: column.instant,
  open: column.text,
})

function statusOf({ outcome }: FactRound, isLive: boolean): string {
  if (outcome === null) return isLive ? 'live' : 'closed'
  return outcome === 'void' ? 'void' : 'settled'
}

export async function expectedRounds(facts: Facts, database: Database) {
  const { now, rounds } = facts
  const stored = (await database.query(CANDLES)).map(({ source, otime, open }) => ({
    source,
    time: otime.getTime(),
    open,
  }))
  const candlesOf = ({ source }: FactRound, from: number, to: number) =>
    stored.filter((each) => each.source === source && each.time >= from && each.time <= to)
  const favorites = new Map(
    rounds.map((round) => {
      const before = candlesOf(round, round.ref - 1440 * HOUR, round.ref)
      const favorite = favoriteOf(before.map(({ open }) => Number(open)))
      return [round, round.refPrice === null ? null : favorite]
    }),
  )
  const isLive = (round: FactRound) => round.ref <= now && now < closeOf(round)
  const isShown = ({ votes }: FactRound) => votes.length >= 10

  const item = (round: FactRound) => {
    const hasPick = isShown(round) && !(isLive(round) && round.outcome === null)
    const pick = hasPick ? pluralityOf(round.votes) : null
    const isJudged = pick !== null && pick !== 'split' && round.outcome !== null
    return {
      refDate: iso(round.ref),
      targetDate: iso(round.target),
      status: statusOf(round, isLive(round)),
      refPrice: round.refPrice,
      settlePrice: round.settlePrice,
      outcome: round.outcome,
      votes: isShown(round) ? countVotes(round.votes) : null,
      voters: round.votes.length,
      crowdPick: pick,
      crowdRight: isJudged && round.outcome !== 'void' ? pick === round.outcome : null,
      settledAt: round.settledAt === null ? null : iso(round.settledAt),
    }
  }

  const hoursOf = (round: FactRound) => {
    if (!isShown(round)) return null
    const end = Math.min(closeOf(round), now)
    const hours = []
    for (let hour = round.ref; hour < end; hour += HOUR) {
      const votes = round.votes.filter(({ created }) => created < hour + HOUR)
      hours.push({ hour: iso(hour), ...countVotes(votes) })
    }
    return hours
  }

  const settled = rounds.filter(({ outcome }) => outcome !== null && outcome !== 'void')
  const judged = settled.filter((round) => item(round).crowdRight !== null)
  const rightBy = (pickOf: (round: FactRound) => string | null | undefined) => ({
    right: judged.filter((round) => pickOf(round) === round.outcome).length,
    of: judged.length,
  })
  const callsOf = (votes: readonly FactVote[]) => votes.filter(({ counts }) => counts)
  const sum = (votes: readonly FactVote[]) =>
    votes.reduce((total, { points }) => total + (points ?? 0), 0)
  const all = callsOf(settled.flatMap(({ votes }) => votes))

  return {
    list: (page: number) => ({
      record: {
        rounds: settled.length,
        crowd: rightBy(({ votes }) => pluralityOf(votes)),
        alwaysSteady: rightBy(() => 'steady'),
        favorite: rightBy((round) => favorites.get(round)),
        crowdPoints: { points: sum(all), calls: all.length },
      },
      posts: rounds
        .toReversed()
        .slice((page - 1) * 20, page * 20)
        .map(item),
      pagination: { currentPage: page, totalPosts: rounds.length },
    }),

    detail(round: FactRound) {
      const { crowdPick, crowdRight, refPrice: _ref, settlePrice: _settle, ...shared } = item(round)
      const calls = callsOf(round.votes)
      const isOver = round.outcome !== null && isShown(round)
      const best = calls.toSorted((a, b) => (b.points ?? 0) - (a.points ?? 0) || a.id - b.id)
      const worst = calls.toSorted((a, b) => (a.points ?? 0) - (b.points ?? 0) || a.id - b.id)
      // The first five of each, but for those of banned people.
      const isNamed = ({ person }: FactVote) =>
        person.isErased || person.bannedAt === Number.POSITIVE_INFINITY
      const show = (votes: readonly FactVote[], limit: number) =>
        isOver
          ? votes
              .slice(0, Math.min(5, limit))
              .filter(isNamed)
              .map((vote) => ({
                voteId: vote.id,
                uniqueCode: vote.person.isErased ? null : vote.person.code,
                voteChoice: vote.choice,
                offer: { hit: vote.hit, miss: vote.miss },
                carried: vote.carried,
                points: vote.points,
              }))
          : []
      const right = calls.filter(({ isRight }) => isRight).length
      const pick = { pick: crowdPick, pickRight: crowdRight }
      return {
        ...shared,
        reference: round.refPrice === null ? null : { price: round.refPrice },
        settlement: round.settlePrice === null ? null : { price: round.settlePrice },
        favorite: favorites.get(round),
        hours: hoursOf(round),
        crowd: isOver ? { ...pick, calls: calls.length, right, points: sum(calls) } : null,
        best: show(best, Math.ceil(calls.length / 2)),
        worst: show(worst, Math.floor(calls.length / 2)),
        candles: candlesOf(round, round.ref - 12 * HOUR, round.target).map(({ time, open }) => [
          time,
          open,
        ]),
      }
    },

    calibration() {
      const bins = Map.groupBy(all, ({ version, hit, miss }) => {
        const bin = Math.min(19, Math.floor((20 * -miss) / (hit - miss)))
        return 100 * version + bin
      })
      const live = [...bins]
        .filter(([, votes]) => votes.length >= 20)
        .sort(([a], [b]) => a - b)
        .map(([key, votes]) => ({
          version: Math.floor(key / 100),
          bin: [(key % 100) / 20, ((key % 100) + 1) / 20],
          calls: votes.length,
          right: votes.filter(({ isRight }) => isRight).length,
          implied: votes.reduce((sum, { ppm }) => sum + ppm, 0) / 1_000_000 / votes.length,
        }))
      return { live }
    },
  }
}
