import type { AppEventBus } from '#api/events.ts'
import type { Clock } from '#api/infrastructure/clock.ts'
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

/** The result of a sweep. */
export interface Swept {
  /** Rounds that wait for a price. */
  waiting: number
  /** Rounds whose sweep failed; the next sweep resumes them. */
  failed: number
}

/** Closes a round whose outcome is known. @returns whether this instance closed it */
type Settle = (options: { shouldContinue: () => boolean; now: () => number }) => Promise<boolean>

/**
 * Opens due rounds, sets missing reference prices, settles rounds past their target and freezes ended
 * seasons. Idempotent: may run at any time and in several instances. A round that fails holds back no other.
 */
export async function sweepRounds(deps: SweepDeps, clock: Pick<Clock, 'now'>): Promise<Swept> {
  const { store, log, shouldContinue = () => true } = deps
  const now = clock.now()
  await openRounds(deps, now)
  let waiting = 0
  let failed = 0
  const attempt = async ({ id }: RoundRecord, step: () => Promise<void>) => {
    try {
      await step()
    } catch (error) {
      failed += 1
      log.error({ err: error, roundId: id }, 'round could not be swept; retrying')
    }
  }
  const settlements: { round: RoundRecord; settle: Settle }[] = []
  for (const round of await store.unsettled()) {
    await attempt(round, async () => {
      const prepared = await prepareRound(deps, round, now)
      waiting += prepared.waiting
      if (prepared.settle) settlements.push({ round, settle: prepared.settle })
    })
  }
  // A ledger takes minutes, and the round that has just opened takes no votes without its reference.
  for (const { round, settle } of settlements) {
    const close = () => settle({ shouldContinue, now: clock.now })
    await attempt(round, () => publishSettled(deps, round, clock, close))
  }
  if (shouldContinue()) await freezeSeasons(deps, now)
  return { waiting, failed }
}

/** Sets the reference price of a round, and finds its outcome when it is due. Writes no ledger. */
async function prepareRound(
  deps: SweepDeps,
  round: RoundRecord,
  now: number,
): Promise<{ waiting: number; settle: Settle | null }> {
  const { store, market } = deps
  if (round.pendingOutcome !== null) {
    return { waiting: 0, settle: (options) => store.finish(round.id, now, options) }
  }
  const referenced = await setReference(deps, round, now)
  const waiting = referenced ? 0 : 1
  if (now < round.targetDate) return { waiting, settle: null }
  const settlement = await findSettlement(market, referenced ?? round, now)
  if (!settlement) return { waiting: waiting + 1, settle: null }
  return { waiting, settle: (options) => store.settle(settlement, options) }
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

/** Logs and publishes the settlement if `close` closed the round. */
async function publishSettled(
  { store, bus, log, onSettled }: SweepDeps,
  round: RoundRecord,
  clock: Pick<Clock, 'now'>,
  close: () => Promise<boolean>,
): Promise<void> {
  const since = performance.now()
  if (!(await close())) return
  onSettled?.({ lateMs: clock.now() - round.targetDate, tookMs: performance.now() - since })
  // Read again: another instance may have decided the outcome.
  const settled = await store.byRefDate(round.refDate)
  const { outcome, settlement } = settled ?? {}
  log.info({ roundId: round.id, outcome, ...settlement }, 'round settled')
  bus.publish('round', { event: 'settled', roundId: round.id, targetDate: round.targetDate })
}
