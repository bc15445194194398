import type { Database } from '#api/infrastructure/database/database.ts'
import { column, statement } from '#api/infrastructure/database/sql.ts'

/** Raw columns and an arithmetic of its own, so that no figure is compared with itself. */

export type Way = 'up' | 'steady' | 'down'
export const DIRECTIONS = ['up', 'steady', 'down'] as const

/** Instants are epoch milliseconds (UTC). */
export interface FactRound {
  id: number
  ref: number
  target: number
  source: string | null
  refPrice: string | null
  settlePrice: string | null
  settledAt: number | null
  /** From the prices; null before the settlement. */
  outcome: Way | 'void' | null
  votes: FactVote[]
}

export interface FactVote {
  id: number
  person: FactPerson
  round: FactRound
  choice: Way | 'unknown'
  hit: number
  miss: number
  version: number
  carried: number
  created: number
  /** When the direction was accepted. */
  accepted: number
  entryPrice: string | null
  hasNote: boolean
  /** Null before the settlement. */
  points: number | null
  /** Settled, priced, with a direction, not void. */
  counts: boolean
  isRight: boolean
  ppm: number
}

export interface FactPerson {
  id: number
  code: string
  nickname: string
  created: number
  ranksFrom: number
  /** End of the time after the erasure of another account of the person; 0 without one. */
  absentUntil: number
  /** Infinity without a ban. */
  bannedAt: number
  isErased: boolean
  votes: FactVote[]
}

export interface Facts {
  now: number
  people: FactPerson[]
  /** By target, oldest first. */
  rounds: FactRound[]
  freezes: Map<string, number>
}

const instant = column.instant
const text = column.nullable(column.text)

const PEOPLE = statement(
  `SELECT id, unique_code, nickname, created, ranks_from, banned_at, erased_at FROM user_account`,
  {
    id: column.int,
    unique_code: column.text,
    nickname: column.text,
    created: instant,
    ranks_from: column.nullable(instant),
    banned_at: column.nullable(instant),
    erased_at: column.nullable(instant),
  },
)
const ROUNDS = statement(
  `SELECT id, ref_date, target_date, ref_source, ref_price, settle_price, settled_at FROM round
  ORDER BY target_date`,
  {
    id: column.int,
    ref_date: instant,
    target_date: instant,
    ref_source: text,
    ref_price: text,
    settle_price: text,
    settled_at: column.nullable(instant),
  },
)
const VOTES = statement(
  `SELECT id, user_id, round_id, choice::text AS choice, offer_hit, offer_miss, offer_version, carried,
    created, coalesce(accepted, created) AS accepted, entry_price, content <> '' AND note_hidden_at IS NULL AS noted FROM vote`,
  {
    id: column.int,
    user_id: column.int,
    round_id: column.int,
    choice: column.text,
    offer_hit: column.int,
    offer_miss: column.int,
    offer_version: column.int,
    carried: column.int,
    created: instant,
    accepted: instant,
    entry_price: text,
    noted: column.boolean,
  },
)
const FREEZES = statement('SELECT season, frozen_at FROM season', {
  season: column.text,
  frozen_at: instant,
})

const units = (price: string) => {
  const [whole = '', part = ''] = price.split('.')
  return BigInt(whole + part.slice(0, 8).padEnd(8, '0'))
}

/** By cross-multiplied whole numbers: more than 5 % above or below. */
function wayOf(ref: string | null, settle: string | null): Way | 'void' {
  if (ref === null || settle === null) return 'void'
  if (units(settle) * 20n > units(ref) * 21n) return 'up'
  return units(settle) * 20n < units(ref) * 19n ? 'down' : 'steady'
}

function directionOf(value: string): Way | 'unknown' {
  return DIRECTIONS.find((direction) => direction === value) ?? 'unknown'
}

/** Reads people, rounds and votes, and computes the result of each vote. */
export async function readFacts(database: Database, now: number): Promise<Facts> {
  const rounds = (await database.query(ROUNDS)).map((row): FactRound => {
    const { ref_price: refPrice, settle_price: settlePrice, settled_at: settled } = row
    return {
      id: row.id,
      ref: row.ref_date.getTime(),
      target: row.target_date.getTime(),
      source: row.ref_source,
      refPrice,
      settlePrice,
      settledAt: settled?.getTime() ?? null,
      outcome: settled === null ? null : wayOf(refPrice, settlePrice),
      votes: [],
    }
  })
  const people = (await database.query(PEOPLE)).map(
    (row): FactPerson => ({
      id: row.id,
      code: row.unique_code,
      nickname: row.nickname,
      created: row.created.getTime(),
      ranksFrom: Math.max(row.created.getTime() + 14 * 86_400_000, row.ranks_from?.getTime() ?? 0),
      absentUntil: row.ranks_from?.getTime() ?? 0,
      bannedAt: row.banned_at?.getTime() ?? Number.POSITIVE_INFINITY,
      isErased: row.erased_at !== null,
      votes: [],
    }),
  )
  const [roundOf, personOf] = [
    new Map(rounds.map((each) => [each.id, each])),
    new Map(people.map((each) => [each.id, each])),
  ]
  for (const row of await database.query(VOTES)) {
    const [round, person] = [roundOf.get(row.round_id), personOf.get(row.user_id)]
    if (!round || !person) throw new Error(`vote ${row.id} has no round or no author`)
    const choice = directionOf(row.choice)
    const [hit, loss] = [row.offer_hit, -row.offer_miss]
    const { outcome } = round
    const isPriced = hit + loss > 0
    const isRight = choice === outcome
    const earned = choice === 'unknown' ? 0 : isRight ? hit : -loss
    const vote: FactVote = {
      id: row.id,
      person,
      round,
      choice,
      hit,
      miss: row.offer_miss,
      version: row.offer_version,
      carried: row.carried,
      created: row.created.getTime(),
      accepted: row.accepted.getTime(),
      entryPrice: row.entry_price,
      hasNote: row.noted,
      points: outcome === null ? null : outcome === 'void' ? 0 : row.carried + earned,
      counts: outcome !== null && outcome !== 'void' && choice !== 'unknown' && isPriced,
      isRight,
      ppm: isPriced ? Math.round((1_000_000 * loss) / (hit + loss)) : 0,
    }
    round.votes.push(vote)
    person.votes.push(vote)
  }
  for (const { votes } of people) votes.sort((a, b) => a.round.target - b.round.target)
  const freezes = (await database.query(FREEZES)).map((row): [string, number] => [
    row.season,
    row.frozen_at.getTime(),
  ])
  return { now, people, rounds, freezes: new Map(freezes) }
}

/** The quarter of an instant, `2026Q4`. */
export function quarterOf(time: number): string {
  const [year, month] = new Date(time).toISOString().split('-')
  return `${year}Q${Math.ceil(Number(month) / 3)}`
}

export const iso = (time: number): string => new Date(time).toISOString()
