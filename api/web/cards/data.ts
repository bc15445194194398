import { Value } from '@sinclair/typebox/value'
import type { ReadApi } from '#api/web/guest-reader.ts'
import { type CrowdPick, type Outcome, RoundDetail } from '#shared/contract/rounds.ts'
import { TrackRecord } from '#shared/contract/users.ts'
import { VoteItem } from '#shared/contract/votes.ts'
import type { VoteChoice, VoteResult } from '#shared/rules/band.ts'
import type { SettledPoints } from '#shared/rules/points-over-time.ts'
import type { SkillLevel } from '#shared/rules/skill-test.ts'
import { WEEK_MS } from '#shared/rules/time.ts'
import { storedOffer, type VoteOffer } from '#shared/rules/vote-offer.ts'
import type { WeekCandles } from '#shared/rules/week-scale.ts'

/** A round on a card. Instants are epoch milliseconds, prices decimal strings. */
export interface RoundData {
  refDate: number
  closesAt: number
  targetDate: number
  status: RoundDetail['status']
  refPrice: string | null
  settlePrice: string | null
  outcome: Outcome | null
  voters: number
  crowd: { pick: CrowdPick; isRight: boolean | null } | null
  candles: WeekCandles
}

/** A vote on a card: nothing of its note. */
export interface VoteData {
  code: string
  choice: VoteChoice
  result: VoteResult
  offer: VoteOffer
  /** Null until settled. */
  points: number | null
}

/** A track record on a card: no nickname, because the card's font lacks its characters. */
export interface RecordData {
  code: string
  points: number
  calls: number
  right: number
  settled: number
  season: string
  rank: number | null
  skill: SkillLevel
  course: readonly SettledPoints[]
  before: SettledPoints
}

/** The round that starts at `refDate`; null when there is none. */
export async function readRound(read: ReadApi, refDate: number): Promise<RoundData | null> {
  const round = await read(`/rounds/${new Date(refDate + WEEK_MS).toISOString()}`)
  if (!Value.Check(RoundDetail, round)) return null
  const pick = round.crowd?.pick ?? null
  return {
    refDate,
    closesAt: Date.parse(round.closesAt),
    targetDate: Date.parse(round.targetDate),
    status: round.status,
    refPrice: round.refPrice,
    settlePrice: round.settlement?.price ?? null,
    outcome: round.outcome,
    voters: round.voters,
    crowd: pick && { pick, isRight: round.crowd?.pickRight ?? null },
    candles: round.candles,
  }
}

/** The record of a person; null for unknown, erased and banned people. */
export async function readRecord(read: ReadApi, code: string): Promise<RecordData | null> {
  const record = await read(`/users/${code}`)
  if (!Value.Check(TrackRecord, record) || record.season.status === 'banned') return null
  const { points, calls, right, settled } = record.total
  return {
    code: record.uniqueCode,
    points,
    calls,
    right,
    settled,
    season: record.season.season,
    rank: record.season.rank,
    skill: record.skill.level,
    course: record.course.map(({ points, variance }) => ({ points, variance })),
    before: { points: record.before.points, variance: record.before.variance },
  }
}

/** A vote with its round; null when there is none, or its author is erased or banned. */
export async function readVote(
  read: ReadApi,
  id: number,
): Promise<{ vote: VoteData; round: RoundData } | null> {
  const item = await read(`/votes/${id}/item`)
  if (!Value.Check(VoteItem, item)) return null
  const [round, author] = await Promise.all([
    readRound(read, Date.parse(item.targetTime) - WEEK_MS),
    readRecord(read, item.uniqueCode),
  ])
  if (!round || !author) return null
  const { voteChoice: choice, result, points, carried = 0, uniqueCode: code } = item
  const offer = storedOffer(choice, item.offer, carried)
  return { vote: { code, choice, result, offer, points }, round }
}
