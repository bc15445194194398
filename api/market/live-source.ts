import type { Clock } from '#api/infrastructure/clock.ts'
import { HOUR_MS } from '#shared/rules/time.ts'
import type { Exchange } from './exchange.ts'
import { type ExchangeStream, openExchangeStream } from './exchange-stream.ts'
import { createPriceFilter } from './outlier-filter.ts'
import type { Counters, Random } from './types.ts'
import { hourOf } from './types.ts'

/** Failed connections after which an exchange without a first price is given up. */
const MAX_FAILURES = 2

type OnPrice = (price: string, time: number) => void

/** An exchange with its open live stream. */
export interface LiveSource {
  exchange: Exchange
  stream: ExchangeStream
  /** Delivers the last price, if any, and all later ones to `onPrice`. */
  listen(onPrice: OnPrice): void
}

export interface LiveSourceDeps {
  clock: Clock
  random: Random
  counters: Counters
}

interface LiveSourceOptions extends LiveSourceDeps {
  /** The price to compare the first one with, or null to accept it. */
  reference: string | null
  onFirstPrice?: () => void
  onDisconnect?: (isRefused: boolean) => void
}

/** Opens the stream of an exchange. */
export function openLiveSource(exchange: Exchange, options: LiveSourceOptions): LiveSource {
  let last: { price: string; time: number } | null = null
  let deliver: OnPrice = () => {}
  const stream = openExchangeStream({
    ...options,
    format: exchange.stream,
    filter: createPriceFilter(options.reference),
    onPrice: (price, time) => {
      const isFirst = last === null
      last = { price, time }
      if (isFirst) options.onFirstPrice?.()
      deliver(price, time)
    },
  })
  return {
    exchange,
    stream,
    listen: (onPrice) => {
      deliver = onPrice
      if (last !== null) onPrice(last.price, last.time)
    },
  }
}

/**
 * Requires candles and a first price of an exchange. @returns the exchange with its open stream
 * @throws Error with the reason; the signal's reason when aborted
 */
export async function proveExchange(
  exchange: Exchange,
  deps: LiveSourceDeps,
  signal: AbortSignal,
): Promise<LiveSource> {
  const from = hourOf(deps.clock.now()) - 2 * HOUR_MS
  const { candles } = await exchange.candles({ from, limit: 3, signal })
  const newest = candles.at(-1)
  if (newest === undefined) throw new Error('no candles')
  return new Promise((resolve, reject) => {
    let failures = 0
    let isProven = false
    const giveUp = (reason: unknown) => {
      source.stream.stop()
      reject(reason)
    }
    const onAbort = () => giveUp(signal.reason)
    const source = openLiveSource(exchange, {
      ...deps,
      reference: newest.open,
      onFirstPrice: () => {
        isProven = true
        signal.removeEventListener('abort', onAbort)
        resolve(source)
      },
      onDisconnect: (isRefused) => {
        if (isProven) return
        failures++
        if (isRefused) giveUp(new Error('subscription refused'))
        else if (failures >= MAX_FAILURES) giveUp(new Error('no live prices'))
      },
    })
    signal.addEventListener('abort', onAbort, { once: true })
  })
}
