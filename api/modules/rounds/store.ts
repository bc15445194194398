import type { Database } from '#api/infrastructure/database/database.ts'
import type { Round as RoundRow } from '#api/infrastructure/database/generated/client.ts'
import { column, statement } from '#api/infrastructure/database/sql.ts'
import type { Outcome } from '#shared/contract/rounds.ts'
import type { Direction } from '#shared/rules/band.ts'
import { roundAt } from '#shared/rules/schedule.ts'
import { CLOSE_VOTES, settledPointsSql } from './points-sql.ts'
import { NO_VOTES, type PriceEvidence, type RoundRecord, type Tally } from './round-record.ts'
import { toSignedRoot } from './signed-root.ts'

/** The outcome of a round. `at` is the time of the decision, epoch milliseconds (UTC). */
export interface Settlement {
  roundId: number
  outcome: Outcome
  evidence: PriceEvidence | null
  at: number
}

interface FinishOptions {
  /** Called before each ledger batch; returns false to stop there. */
  shouldContinue?: () => boolean
  /** Read at the close (epoch ms); the time of the decision by default. */
  now?: () => number
}

/** Vote ids per ledger batch. A batch may block a new vote, and on PGlite every query. */
const BATCH_IDS = 2_000

/**
 * Writes the ledger rows of one batch with the outcome decided in the round. The lock prevents two batches
 * from updating the same users in different order (deadlock).
 */
const WRITE_LEDGER = statement(`WITH turn AS MATERIALIZED (SELECT pg_advisory_xact_lock(727002))
  INSERT INTO ledger (vote_id, user_id, round_id, points, settled_at)
  SELECT vote.id, user_id, round_id,
    ${settledPointsSql('pending_outcome')}, $2
  FROM turn CROSS JOIN vote JOIN round ON round.id = round_id
  WHERE round_id = $1 AND pending_outcome IS NOT NULL AND vote.id >= $3 AND vote.id < $4
  ON CONFLICT (vote_id) DO NOTHING`)

const CLOSE = statement(
  `WITH unlocked AS (DELETE FROM direction_lock WHERE round_id = $1),
    forgotten AS (DELETE FROM vote_at_midnight USING vote WHERE vote.id = vote_id AND round_id = $1)
  UPDATE round SET outcome = pending_outcome, pending_outcome = NULL, settled_at = $2,
    ${CLOSE_VOTES}
  WHERE id = $1 AND pending_outcome IS NOT NULL RETURNING id`,
  { id: column.int },
)

function evidence(
  price: string | null,
  source: string | null,
  candleAt: Date | null,
  readAt: Date | null,
): PriceEvidence | null {
  if (price === null || source === null || !candleAt || !readAt) return null
  return { price, source, candleAt: candleAt.getTime(), readAt: readAt.getTime() }
}

function toRecord(row: RoundRow): RoundRecord {
  return {
    ...roundAt(row.refDate.getTime()),
    id: row.id,
    reference: evidence(row.refPrice, row.refSource, row.refCandleAt, row.refReadAt),
    outcome: row.outcome,
    pendingOutcome: row.pendingOutcome,
    // Stored with the decision, published when the ledger is complete.
    settlement: row.settledAt
      ? evidence(row.settlePrice, row.settleSource, row.settleCandleAt, row.settleReadAt)
      : null,
    settledAt: row.settledAt?.getTime() ?? null,
    receipts: toSignedRoot(row),
    logIndex: row.logIndex === null ? null : Number(row.logIndex),
    openingFavorite: row.openingFavorite === 'unknown' ? null : row.openingFavorite,
  }
}

export type RoundStore = ReturnType<typeof createRoundStore>

/** Rounds, their tallies and the ledger in the database. `batchIds` is for tests. */
export function createRoundStore(database: Database, batchIds = BATCH_IDS) {
  const { round, roundTally, vote } = database.prisma

  /** Stores outcome and evidence unless they are decided already. */
  const decide = ({ roundId, outcome, evidence }: Settlement) =>
    round.updateMany({
      where: { id: roundId, pendingOutcome: null, settledAt: null },
      data: {
        pendingOutcome: outcome,
        settlePrice: evidence?.price ?? null,
        settleSource: evidence?.source ?? null,
        settleCandleAt: evidence ? new Date(evidence.candleAt) : null,
        settleReadAt: evidence ? new Date(evidence.readAt) : null,
      },
    })

  /**
   * Writes the ledger of a decided round and closes it. Idempotent: resumes after a crash, and instances
   * may run it concurrently. The ledger has `at`; the round the time of its close, which may be minutes later.
   * @returns whether this call closed the round
   */
  const finish = async (roundId: number, at: number, options: FinishOptions = {}) => {
    const { shouldContinue = () => true, now = () => at } = options
    const settledAt = new Date(at)
    const range = await vote.aggregate({
      where: { roundId },
      _min: { id: true },
      _max: { id: true },
    })
    const last = Number(range._max.id ?? -1)
    for (let from = Number(range._min.id ?? 0); from <= last; from += batchIds) {
      if (!shouldContinue()) return false
      await database.query(WRITE_LEDGER, [roundId, settledAt, from, from + batchIds])
    }
    const closed = await database.query(CLOSE, [roundId, new Date(now())])
    return closed.length === 1
  }

  return {
    finish,

    /** Decides and finishes a round. @returns whether this call closed it */
    async settle(settlement: Settlement, options?: FinishOptions): Promise<boolean> {
      await decide(settlement)
      return finish(settlement.roundId, settlement.at, options)
    },

    /** Creates the missing rounds that start at `refDates`. @returns the created ones */
    async open(refDates: readonly number[]): Promise<RoundRecord[]> {
      const data = refDates.map((refDate) => ({
        refDate: new Date(refDate),
        targetDate: new Date(roundAt(refDate).targetDate),
      }))
      return (await round.createManyAndReturn({ data, skipDuplicates: true })).map(toRecord)
    },

    /** The start of the newest round; null in an empty database. */
    async newestRefDate(): Promise<number | null> {
      const { _max } = await round.aggregate({ _max: { refDate: true } })
      return _max.refDate?.getTime() ?? null
    },

    /** The newest settled target and its time of settling; null before the first. */
    async newestSettlement(): Promise<{ targetDate: number; settledAt: number } | null> {
      const newest = await round.findFirst({
        where: { settledAt: { not: null } },
        orderBy: { targetDate: 'desc' },
      })
      if (!newest?.settledAt) return null
      return { targetDate: newest.targetDate.getTime(), settledAt: newest.settledAt.getTime() }
    },

    /** The unsettled rounds, oldest first. */
    async unsettled(): Promise<RoundRecord[]> {
      const rows = await round.findMany({ where: { settledAt: null }, orderBy: { refDate: 'asc' } })
      return rows.map(toRecord)
    },

    async byRefDate(refDate: number): Promise<RoundRecord | null> {
      const row = await round.findUnique({ where: { refDate: new Date(refDate) } })
      return row && toRecord(row)
    },

    /**
     * Stores the reference price, with the favorite of the offers at the open, unless there is one.
     * @returns whether it was stored
     */
    async setReference(
      roundId: number,
      found: PriceEvidence,
      openingFavorite: Direction,
    ): Promise<boolean> {
      const { count } = await round.updateMany({
        where: { id: roundId, refPrice: null, pendingOutcome: null, settledAt: null },
        data: {
          refPrice: found.price,
          refSource: found.source,
          refCandleAt: new Date(found.candleAt),
          refReadAt: new Date(found.readAt),
          openingFavorite,
        },
      })
      return count === 1
    },

    /** Votes of one round by direction. */
    async tally(roundId: number): Promise<Tally> {
      const slots = await roundTally.findMany({ where: { roundId } })
      const tally = { ...NO_VOTES }
      for (const { choice, votes } of slots) tally[choice] += votes
      return tally
    },
  }
}
