import { Value } from '@sinclair/typebox/value'
import { OfferBacktest, type OfferCalibration } from '#shared/contract/offers.ts'
import { OFFER_BIN_MIN_CALLS, offerBinBounds } from '#shared/rules/offer-bins.ts'
import backtestFile from './backtest.json' with { type: 'json' }
import type { OfferBinStore } from './store.ts'

const PPM = 1_000_000

export type OffersService = ReturnType<typeof createOffersService>

/** How often calls were right against the chance that their offer implied. */
export function createOffersService(store: OfferBinStore) {
  const backtest = Value.Parse(OfferBacktest, backtestFile)
  const calibration = async (): Promise<OfferCalibration> => {
    const bins = await store.bins()
    return {
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
  }
  return { calibration }
}
