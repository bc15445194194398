import { type Clock, every } from '#api/infrastructure/clock.ts'
import { findExchange } from '#shared/rules/exchanges.ts'
import type { Market } from './market.ts'
import type { Cluster } from './relay-feed.ts'
import type { Tick } from './types.ts'

/** A process that has just come, or has missed one, hears the last price again within this (ms). */
const AGAIN = 5000

/** While the job lock is held, tells the other processes prices as listeners here get them, and stores. */
export function tellFollowers(
  market: Pick<Market, 'source' | 'onTick' | 'onStored'>,
  { jobLock, bus }: Cluster,
  clock: Clock,
): () => void {
  let last: Tick | null = null

  const tellLast = () => {
    const source = findExchange(last?.source ?? null)
    if (last === null || source === null || !jobLock.isHeld()) return
    bus.publish('price', { price: last.price, time: last.time, source })
  }

  const ends = [
    market.onTick((tick) => {
      last = tick
      tellLast()
    }),
    market.onStored(() => {
      const source = findExchange(market.source())
      if (source !== null && jobLock.isHeld()) bus.publish('candles', { source })
    }),
    every(clock, AGAIN, tellLast),
  ]
  return () => {
    for (const end of ends) end()
  }
}
