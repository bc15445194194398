import { Value } from '@sinclair/typebox/value'
import type { AppEventBus } from '#api/events.ts'
import { cached } from '#api/infrastructure/cached.ts'
import { prepareReply } from '#api/infrastructure/prepared-reply.ts'
import { OfferBacktest, type OfferCalibration } from '#shared/contract/offers.ts'
import { OFFER_BIN_MIN_CALLS, offerBinBounds } from '#shared/rules/offer-bins.ts'
import backtestFile from './backtest.json' with { type: 'json' }
import type { OfferBinStore } from './store.ts'

const PPM = 1_000_000

export interface OffersDeps {
  store: OfferBinStore
  bus: Pick<AppEventBus, 'on' | 'onInvalidateAll'>
}

export type OffersService = ReturnType<typeof createOffersService>

/** Caches how often calls were right against the chance that their offer implied. */
export function createOffersService({ store, bus }: OffersDeps) {
  const backtest = Value.Parse(OfferBacktest, backtestFile)
  const calibration = cached(async () => {
    const bins = await store.bins()
    const reply: OfferCalibration = {
      live: bins
        .filter(({ calls }) => calls >= OFFER_BIN_MIN_CALLS)
        .map(({ version, bin, calls, right_calls: right, implied_ppm: sum }) => ({
          version,
          bin: offerBinBounds(bin),
          calls,
          right,
          implied: sum / PPM / calls,
        })),
      backtest: {
        ...backtest,
        bins: backtest.bins.filter(({ calls }) => calls >= OFFER_BIN_MIN_CALLS),
      },
    }
    return prepareReply(reply)
  })
  bus.on('round', ({ event }) => event === 'settled' && calibration.markStale())
  bus.onInvalidateAll(calibration.markStale)
  return { calibration: calibration.get }
}
