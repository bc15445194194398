import type { AppEventBus } from '#api/events.ts'
import type { Log } from '#api/infrastructure/log.ts'
import { outcome as outcomeOf } from '#shared/rules/band.ts'
import { periodStart, roundStartsBetween, waitingRound } from '#shared/rules/schedule.ts'
import { type CandleSource, priceOfInstant } from './price-of-instant.ts'
import type { RoundRecord } from './round-record.ts'
import type { Settlement } from './settlement-store.ts'
import type { RoundStore } from './store.ts'

export interface SweepParts {
  store: RoundStore
  market: CandleSource
  bus: AppEventBus
  log: Log
  /** Hears of each round that this process settled. */
  onSettled?: (settled: Settled) => void
  /** Asked before each batch of a settlement; no leaves the rest to a later sweep. */
  goesOn?: () => boolean
}

/** How a round was settled. */
export interface Settled {
  /** From its target instant to the settlement (ms). */
  lateMs: number
  /** How long writing it took (ms). */
  tookMs: number
}

/**
 * One pass of catching up with the calendar: opens every round that should exist by `now`, fills in
 * reference prices, settles every round whose target has passed. Keyed by what the database lacks, so
 * it may run at any time, in several processes, after any pause. Answers how many rounds still wait
 * for a price they should have.
 */
export async function sweepRounds(parts: SweepParts, now: number): Promise<number> {
  await openRounds(parts, now)
  let waiting = 0
  for (const round of await parts.store.unsettled()) {
    if (round.pendingOutcome !== null) {
      // Decided before this process looked: no price can change it.
      await settleBy(parts, round, now, () => parts.store.finish(round.id, now, parts.goesOn))
      continue
    }
    const referenced = await fillReference(parts, round, now)
    if (!referenced) waiting += 1
    if (now < round.targetDate) continue
    const settlement = await findSettlement(parts.market, referenced ?? round, now)
    if (!settlement) waiting += 1
    else await settleBy(parts, round, now, () => parts.store.settle(settlement, parts.goesOn))
  }
  return waiting
}

/** Opens every round that should exist by `now`; those that do are left alone. */
export async function openRounds({ store, bus, log }: SweepParts, now: number): Promise<void> {
  const newest = await store.newestRefDate()
  // A new database begins with the round that is already closed, so that there are always two.
  const since = newest ?? waitingRound(now).refDate - 1
  if (newest !== null && newest >= periodStart(now)) return
  for (const round of await store.open(roundStartsBetween(since, now))) {
    log.info({ refDate: new Date(round.refDate).toISOString() }, 'round opened')
    bus.publish('round', { event: 'opened', roundId: round.id, targetDate: round.targetDate })
  }
}

async function fillReference(
  { store, market, bus, log }: SweepParts,
  round: RoundRecord,
  now: number,
): Promise<RoundRecord | null> {
  if (round.reference) return round
  const finding = await priceOfInstant(market, round.refDate, now)
  if (finding.state !== 'found') return null
  if (await store.setReference(round.id, finding.evidence)) {
    log.info({ roundId: round.id, ...finding.evidence }, 'reference price set')
    bus.publish('round', { event: 'referenced', roundId: round.id, targetDate: round.targetDate })
  }
  return { ...round, reference: finding.evidence }
}

async function findSettlement(
  market: CandleSource,
  round: RoundRecord,
  now: number,
): Promise<Settlement | null> {
  const base = { roundId: round.id, at: now }
  const finding = await priceOfInstant(market, round.targetDate, now)
  if (finding.state === 'wait') return null
  if (finding.state === 'none') return { ...base, outcome: 'void', evidence: null }
  const { evidence } = finding
  if (round.reference) {
    return { ...base, outcome: outcomeOf(evidence.price, round.reference.price), evidence }
  }
  // Without a reference there is nothing to compare with: void, once the reference is beyond hope.
  const reference = await priceOfInstant(market, round.refDate, now)
  return reference.state === 'none' ? { ...base, outcome: 'void', evidence } : null
}

/** Tells of a settlement, if `work` is what closed the round. */
async function settleBy(
  { store, bus, log, onSettled }: SweepParts,
  round: RoundRecord,
  now: number,
  work: () => Promise<boolean>,
): Promise<void> {
  const since = performance.now()
  if (!(await work())) return
  onSettled?.({ lateMs: now - round.targetDate, tookMs: performance.now() - since })
  // As it is in the database: another process may have decided it by another price.
  const settled = await store.byRefDate(round.refDate)
  const { outcome, settlement } = settled ?? {}
  log.info({ roundId: round.id, outcome, ...settlement }, 'round settled')
  bus.publish('round', { event: 'settled', roundId: round.id, targetDate: round.targetDate })
}
