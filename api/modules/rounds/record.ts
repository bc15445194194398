import { CANDLES_MAX } from '#shared/contract/endpoints.ts'
import type { RoundDetail, RoundVote } from '#shared/contract/rounds.ts'
import {
  type ChoiceCounts,
  CROWD_MIN_VOTERS,
  crowdPick,
  isPickRight,
  votersOf,
} from '#shared/rules/crowd.ts'
import { cumulativeHours } from '#shared/rules/crowd-hours.ts'
import { EXCHANGES, findExchange } from '#shared/rules/exchanges.ts'
import { CHART_LEAD_MS } from '#shared/rules/week-scale.ts'
import type { ExtremeRow, RecordStore } from './record-store.ts'
import type { RoundRecord } from './round-record.ts'

/** The parts of a round's detail that do not follow the price second by second. */
type RecordParts = Pick<RoundDetail, 'hours' | 'crowd' | 'best' | 'worst' | 'candles'>

/** Candles in memory: newest first, of one source. */
export interface RecentCandles {
  source(): string | null
  candles(limit: number): readonly { otime: number; open: string }[]
}

export interface RecordDeps {
  records: Pick<RecordStore, 'hours' | 'sums' | 'extremes' | 'candles'>
  market: RecentCandles
}

function toRoundVote(row: ExtremeRow): RoundVote {
  const { vote_id: voteId, nickname, code: uniqueCode, choice: voteChoice, points } = row
  return {
    voteId,
    nickname,
    uniqueCode,
    voteChoice,
    offer: { hit: row.hit, miss: row.miss },
    carried: row.carried,
    points,
  }
}

async function readCandles({ records, market }: RecordDeps, round: RoundRecord) {
  const source = round.reference?.source
  if (source === undefined) return []
  const [from, to] = [round.refDate - CHART_LEAD_MS, round.targetDate]
  const recent = market.source() === source ? market.candles(CANDLES_MAX) : []
  // The memory has every stored candle of a week that it covers.
  if ((recent.at(-1)?.otime ?? Number.POSITIVE_INFINITY) <= from) {
    return recent
      .filter(({ otime }) => otime >= from && otime <= to)
      .map(({ otime, open }): [number, string] => [otime, open])
      .reverse()
  }
  // Another exchange has the hours after a change.
  const sources = findExchange(source) ? [source, ...EXCHANGES] : [source]
  const stored = await records.candles(sources, from, to)
  return stored.map(({ otime, open }): [number, string] => [otime.getTime(), open])
}

/** No call is among the best and the worst: of n calls, the upper half can be best. */
async function readCalls({ records }: RecordDeps, round: RoundRecord, votes: ChoiceCounts) {
  if (round.settledAt === null || votersOf(votes) < CROWD_MIN_VOTERS) {
    return { crowd: null, best: [], worst: [] }
  }
  const [{ calls, right_calls: right, points }, extremes] = await Promise.all([
    records.sums(round.id),
    records.extremes(round.id),
  ])
  const pick = crowdPick(votes)
  const firstOf = (kind: string, limit: number) =>
    extremes.filter((each) => each.kind === kind && each.position <= limit).map(toRoundVote)
  return {
    crowd: { pick, pickRight: isPickRight(pick, round.outcome), calls, right, points },
    best: firstOf('best', Math.ceil(calls / 2)),
    worst: firstOf('worst', Math.floor(calls / 2)),
  }
}

/** Reads the record of a round at `now` (epoch ms). The split is hidden below ten votes. */
export async function readRecord(
  deps: RecordDeps,
  round: RoundRecord,
  votes: ChoiceCounts,
  now: number,
): Promise<RecordParts> {
  const isHidden = votersOf(votes) < CROWD_MIN_VOTERS
  const [candles, calls, rows] = await Promise.all([
    readCandles(deps, round),
    readCalls(deps, round, votes),
    isHidden ? [] : deps.records.hours(round.id),
  ])
  const hours = cumulativeHours(
    rows.map(({ hour, ...row }) => ({ ...row, hour: hour.getTime() })),
    round.opensAt,
    Math.min(round.closesAt, now),
  )
  return {
    ...calls,
    candles,
    hours: isHidden
      ? null
      : hours.map(({ hour, ...counts }) => ({ hour: new Date(hour).toISOString(), ...counts })),
  }
}
