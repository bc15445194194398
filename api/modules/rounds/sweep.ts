import type { AppEventBus } from '#api/events.ts'
import type { Log } from '#api/infrastructure/log.ts'
import { outcome as outcomeOf } from '#shared/rules/band.ts'
import { periodStart, roundStartsBetween, waitingRound } from '#shared/rules/schedule.ts'
import { OPENING_CANDLES, openingFavorite } from './offer-pricing.ts'
import { type CandleSource, priceOfInstant } from './price-of-instant.ts'
import type { RoundRecord } from './round-record.ts'
import type { SeasonStore } from './season-store.ts'
import type { RoundStore, Settlement } from './store.ts'

export interface SweepDeps {
  store: RoundStore
  seasons: Pick<SeasonStore, 'freezeDue'>
  market: CandleSource
  bus: Pick<AppEventBus, 'publish'>
  log: Log
  /** Called for each round that this instance settles. */
  onSettled?: (settled: Settled) => void
  /** Called before each ledger batch; returns false to postpone the rest to a later sweep. */
  shouldContinue?: () => boolean
}

export interface Settled {
  /** Milliseconds from the target to the settlement. */
  lateMs: number
  /** Milliseconds to write the ledger. */
  tookMs: number
}

/**
 * Opens due rounds, sets missing reference prices, settles rounds past their target and freezes ended
 * seasons. Idempotent: may run at any time and in several instances. @returns the number of rounds that wait for a price
 */
export async function sweepRounds(deps: SweepDeps, now: number): Promise<number> {
  const { store, market, shouldContinue = () => true } = deps
  await openRounds(deps, now)
  let waiting = 0
  for (const round of await store.unsettled()) {
    if (round.pendingOutcome !== null) {
      await publishSettled(deps, round, now, () => store.finish(round.id, now, shouldContinue))
      continue
    }
    const referenced = await setReference(deps, round, now)
    if (!referenced) waiting += 1
    if (now < round.targetDate) continue
    const settlement = await findSettlement(market, referenced ?? round, now)
    if (!settlement) waiting += 1
    else await publishSettled(deps, round, now, () => store.settle(settlement, shouldContinue))
  }
  if (shouldContinue()) await freezeSeasons(deps, now)
  return waiting
}

async function freezeSeasons({ seasons, bus, log }: SweepDeps, now: number): Promise<void> {
  for (const season of await seasons.freezeDue(now)) {
    log.info({ season }, 'season frozen')
    bus.publish('season', { season })
  }
}

/** Opens every missing round that is due at `now` (epoch ms). */
export async function openRounds(
  { store, bus, log }: Pick<SweepDeps, 'store' | 'bus' | 'log'>,
  now: number,
): Promise<void> {
  const newest = await store.newestRefDate()
  // A new database starts with the closed round, so that there are always two unresolved ones.
  const since = newest ?? waitingRound(now).refDate - 1
  if (newest !== null && newest >= periodStart(now)) return
  for (const round of await store.open(roundStartsBetween(since, now))) {
    log.info({ refDate: new Date(round.refDate).toISOString() }, 'round opened')
    bus.publish('round', { event: 'opened', roundId: round.id, targetDate: round.targetDate })
  }
}

async function setReference(
  { store, market, bus, log }: SweepDeps,
  round: RoundRecord,
  now: number,
): Promise<RoundRecord | null> {
  if (round.reference) return round
  const finding = await priceOfInstant(market, round.refDate, now)
  if (finding.state !== 'found') return null
  const { evidence } = finding
  const favorite = openingFavorite(market.candles(OPENING_CANDLES), round.refDate, evidence.price)
  if (await store.setReference(round.id, evidence, favorite)) {
    log.info({ roundId: round.id, ...evidence, favorite }, 'reference price set')
    bus.publish('round', { event: 'referenced', roundId: round.id, targetDate: round.targetDate })
  }
  return { ...round, reference: evidence, openingFavorite: favorite }
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
  // Void once the reference price can no longer appear.
  const reference = await priceOfInstant(market, round.refDate, now)
  return reference.state === 'none' ? { ...base, outcome: 'void', evidence } : null
}

/** Logs and publishes the settlement if `settle` closed the round. */
async function publishSettled(
  { store, bus, log, onSettled }: SweepDeps,
  round: RoundRecord,
  now: number,
  settle: () => Promise<boolean>,
): Promise<void> {
  const since = performance.now()
  if (!(await settle())) return
  onSettled?.({ lateMs: now - round.targetDate, tookMs: performance.now() - since })
  // Read again: another instance may have decided the outcome.
  const settled = await store.byRefDate(round.refDate)
  const { outcome, settlement } = settled ?? {}
  log.info({ roundId: round.id, outcome, ...settlement }, 'round settled')
  bus.publish('round', { event: 'settled', roundId: round.id, targetDate: round.targetDate })
}
