import { STRATEGIES } from '#build/backtest/strategies.ts'
import { skillLevel } from '#shared/rules/track-record.ts'
import {
  createMarket,
  type Edge,
  edgeVote,
  type SimulatedVote,
  voteOf,
} from './simulated-people.ts'

/** People in markets of their own, because people in one market share its course. */
const MARKETS = 200
const PEOPLE_PER_MARKET = 50
/** Calls after which the skill test is read. */
const CALLS = [12, 50, 100, 200] as const

const WHO: Record<Edge, string> = {
  none: 'directions by chance',
  sixty: 'right in 60 of 100 even calls',
  seventy: 'right in 70 of 100 even calls',
}

/** People by words after a number of calls. */
export interface Share {
  who: string
  calls: number
  people: number
  above: number
  below: number
}

function createCounter() {
  const shares = new Map<string, Share>()
  return {
    count(who: string, calls: readonly SimulatedVote[]) {
      for (const limit of CALLS) {
        if (calls.length < limit) continue
        const points = calls.slice(0, limit).reduce((sum, call) => sum + call.points, 0)
        const level = skillLevel(points, limit)
        const key = `${who} ${limit}`
        const share = shares.get(key) ?? { who, calls: limit, people: 0, above: 0, below: 0 }
        share.people += 1
        if (level === 'unlikely-above') share.above += 1
        if (level === 'unlikely-below') share.below += 1
        shares.set(key, share)
      }
    },
    shares: () => [...shares.values()],
  }
}

/** How many people read "unlikely to be luck alone": by chance, by strategy and by edge. */
export function skillShares(now: number): Share[] {
  const counter = createCounter()
  const edges: Edge[] = ['none', 'sixty', 'seventy']
  for (let seed = 1; seed <= MARKETS; seed++) {
    const { rounds } = createMarket(seed, now)
    for (let place = 0; place < PEOPLE_PER_MARKET; place++) {
      const person = seed * 1000 + place
      for (const edge of edges) {
        const calls = rounds.map((round, index) => edgeVote(person, index, round, edge))
        counter.count(WHO[edge], calls)
      }
    }
    // Everybody with a strategy makes the same calls, so one person a market is enough.
    for (const [name, strategy] of Object.entries(STRATEGIES)) {
      const calls = rounds.map((round, index) =>
        voteOf(seed, index, round, (_, moment) => strategy(round.views[moment])),
      )
      counter.count(name, calls)
    }
  }
  return counter.shares()
}
