import { isDeepStrictEqual } from 'node:util'
import type { AppEventBus } from '#api/events.ts'
import type { Clock } from '#api/infrastructure/clock.ts'
import type { Log } from '#api/infrastructure/log.ts'
import type { Market } from '#api/market/market.ts'
import { bandOf, nextBandPosition } from '#shared/rules/band-position.ts'
import type { FlipStore, OpenRound } from './flip-store.ts'
import { createSteps } from './steps.ts'

interface FlipWatchDeps {
  store: Pick<FlipStore, 'openRounds' | 'begin' | 'move'>
  market: Pick<Market, 'onTick'>
  bus: Pick<AppEventBus, 'on' | 'onInvalidateAll'>
  /** Creates and sends the notifications of flips. */
  announce: () => Promise<void>
  clock: Clock
  log: Log
}

/**
 * Watches where the price is in the bands of the open rounds, in the instance that runs the feed. All calls
 * of a direction in a round become right, or no longer right, at the same price, so that one event per round
 * serves everybody.
 */
export function createFlipWatch({ store, market, bus, announce, clock, log }: FlipWatchDeps) {
  const steps = createSteps({ clock, log, what: 'the bands of open rounds' })
  let rounds: OpenRound[] = []
  let stopListening = () => {}

  const load = async () => {
    rounds = await store.openRounds(clock.now())
  }

  const moveRound = (round: OpenRound, price: string) => {
    const { id: roundId, refPrice, position: from } = round
    const to = nextBandPosition(refPrice, from, price)
    if (!to || isDeepStrictEqual(from, to)) return
    round.position = to
    const now = clock.now()
    steps.add(async () => {
      if (from === null) {
        // Another owner has stored one: its next move starts there.
        if (!(await store.begin(roundId, to))) await load()
        return
      }
      const [fromBand, toBand] = [bandOf(from), bandOf(to)]
      const isStored = await store.move({ roundId, from, to, fromBand, toBand, price, now })
      if (!isStored) await load()
      else if (fromBand !== toBand) void announce()
    })
  }

  return {
    start(): void {
      steps.start()
      const reload = () => steps.addOnce(load)
      const subscriptions = [
        market.onTick(({ price }) => {
          const now = clock.now()
          for (const round of rounds) if (round.targetDate > now) moveRound(round, price)
        }),
        bus.on('round', reload),
        bus.onInvalidateAll(reload),
      ]
      stopListening = () => {
        for (const unsubscribe of subscriptions) unsubscribe()
      }
      reload()
    },

    /** Resolves once what has begun is stored or given up. */
    async stop(): Promise<void> {
      stopListening()
      rounds = []
      await steps.stop()
    },

    settled: steps.settled,
    stats: steps.stats,
  }
}

export type FlipWatch = ReturnType<typeof createFlipWatch>
