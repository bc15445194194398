import { Gauge } from 'prom-client'
import type { Metrics } from '#api/infrastructure/metrics.ts'
import type { Market } from './market.ts'

type MeasuredMarket = Pick<Market, 'price' | 'source' | 'stats'>

/** Registers the metrics of prices and of the exchange that feeds them. */
export function registerMarket({ gauge, total, registry }: Metrics, market: MeasuredMarket): void {
  new Gauge({
    name: 'tidemark_feed_exchange',
    help: 'Always 1; its label is the exchange of the newest price',
    labelNames: ['exchange'],
    registers: [registry],
    collect() {
      this.reset()
      const exchange = market.source()
      if (exchange !== null) this.set({ exchange }, 1)
    },
  })
  gauge('tidemark_price_age_seconds', 'Age of the newest price; NaN before the first', () => {
    const price = market.price()
    return price && price.ageMs / 1000
  })
  total(
    'tidemark_feed_reconnects_total',
    'Reconnects to the exchange',
    () => market.stats().reconnects,
  )
  total(
    'tidemark_feed_switches_total',
    'Switches of the feed to another exchange',
    () => market.stats().switches,
  )
  total(
    'tidemark_feed_failures_total',
    'Failed or refused calls to an exchange',
    () => market.stats().failures,
  )
  total(
    'tidemark_feed_rejected_values_total',
    'Implausible values of the feed that were rejected',
    () => market.stats().rejected,
  )
}
