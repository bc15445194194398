import type { Database } from '#api/infrastructure/database/database.ts'
import { column, statement } from '#api/infrastructure/database/sql.ts'
import type { PriceEvidence, RoundOutcome } from './round-record.ts'

/** What a round is settled with. `at` is when, in epoch milliseconds (UTC). */
export interface Settlement {
  roundId: number
  outcome: RoundOutcome
  evidence: PriceEvidence | null
  at: number
}

/**
 * Ids of votes that one transaction pays. Whoever votes at that moment may have to wait for one of
 * them, and on PGlite everybody does.
 */
const IDS_AT_ONCE = 2_000

const DECIDE = statement(`UPDATE round SET pending_outcome = $2::outcome,
    settle_price = $3, settle_source = $4, settle_candle_at = $5, settle_read_at = $6
  WHERE id = $1 AND pending_outcome IS NULL AND settled_at IS NULL`)

/** Counting as well keeps the planner from looking for the first vote among those of all rounds. */
const RANGE = statement(
  `SELECT min(id) AS first, max(id) AS last, count(*)::int AS votes
  FROM vote WHERE round_id = $1`,
  { first: column.nullable(column.int), last: column.nullable(column.int) },
)

/**
 * One batch in one statement, a transaction of its own. The outcome is read from the round, not told:
 * whoever pays, it is the one that was decided. One batch at a time takes its turn before its first
 * row: two that pay the same people in another order would deadlock.
 */
const PAY = statement(`WITH turn AS MATERIALIZED (SELECT pg_advisory_xact_lock(727002))
  INSERT INTO ledger (vote_id, user_id, round_id, points, settled_at)
  SELECT vote.id, user_id, round_id,
    CASE WHEN choice = 'unknown' OR pending_outcome = 'void' THEN 0
         WHEN choice::text = pending_outcome::text THEN offer_hit ELSE offer_miss END, $2
  FROM turn CROSS JOIN vote JOIN round ON round.id = round_id
  WHERE round_id = $1 AND pending_outcome IS NOT NULL AND vote.id >= $3 AND vote.id < $4
  ON CONFLICT (vote_id) DO NOTHING`)

const CLOSE =
  statement(`UPDATE round SET outcome = pending_outcome, pending_outcome = NULL, settled_at = $2
  WHERE id = $1 AND pending_outcome IS NOT NULL RETURNING id`)

export type SettlementStore = ReturnType<typeof createSettlementStore>

/** Settling rounds: deciding the outcome, paying every vote by it, closing. */
export function createSettlementStore(database: Database, idsAtOnce = IDS_AT_ONCE) {
  /** Writes the outcome and its evidence, once: what another process or an earlier start said stands. */
  const decide = ({ roundId, outcome, evidence }: Settlement) =>
    database.query(DECIDE, [
      roundId,
      outcome,
      evidence?.price ?? null,
      evidence?.source ?? null,
      evidence ? new Date(evidence.candleAt) : null,
      evidence ? new Date(evidence.readAt) : null,
    ])

  /**
   * Pays every vote of a round that is decided and closes the round. Goes on where a process ended
   * before; beside another process both pay, each vote once. Asks `goesOn` before each batch and leaves
   * the rest to a later call when it says no. Answers whether this call closed the round.
   */
  const finish = async (roundId: number, at: number, goesOn = () => true): Promise<boolean> => {
    const settledAt = new Date(at)
    const [range] = await database.query(RANGE, [roundId])
    const last = range?.last ?? -1
    for (let from = range?.first ?? 0; from <= last; from += idsAtOnce) {
      if (!goesOn()) return false
      await database.query(PAY, [roundId, settledAt, from, from + idsAtOnce])
    }
    const closed = await database.query(CLOSE, [roundId, settledAt])
    return closed.length === 1
  }

  return {
    finish,

    /** Settles a round, or goes on with it as it was decided. Answers whether this call closed it. */
    async settle(settlement: Settlement, goesOn?: () => boolean): Promise<boolean> {
      await decide(settlement)
      return finish(settlement.roundId, settlement.at, goesOn)
    },
  }
}
