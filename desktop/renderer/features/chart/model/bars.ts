import type { Candle } from '#shared/contract/candles.ts'
import { HOUR_MS } from '#shared/rules/time.ts'
import type { Series } from './series.ts'

/** One hour to draw: epoch ms, USDT and BTC as floats, which are precise enough to draw. */
export interface Bar {
  /** Start of the hour. */
  x: number
  open: number
  /** For an hour without high and low these are the greater and the smaller of open and close. */
  high: number
  low: number
  /** The next open where the hour has no close of its own; null for the newest hour. */
  close: number | null
  /** Null where it is unknown. */
  volume: number | null
}

/** The candles as bars, oldest first. A series from a source without highs and lows has flat bars. */
export function toBars(series: Series): Bar[] {
  return series.map((candle, index) => toBar(candle, series[index - 1])).reverse()
}

function toBar(candle: Candle, next: Candle | undefined): Bar {
  const { otime, oprice, hprice, lprice, cprice, volume } = candle
  const open = Number(oprice)
  const isNext = next?.otime === otime + HOUR_MS
  const close = cprice ? Number(cprice) : isNext ? Number(next.oprice) : null
  return {
    x: otime,
    open,
    high: hprice ? Number(hprice) : Math.max(open, close ?? open),
    low: lprice ? Number(lprice) : Math.min(open, close ?? open),
    close,
    volume: volume ? Number(volume) : null,
  }
}

/** The index of the first bar that starts at or after `x`; `bars.length` if there is none. */
export function firstFrom(bars: readonly Bar[], x: number): number {
  let low = 0
  let high = bars.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((bars[middle]?.x ?? x) < x) low = middle + 1
    else high = middle
  }
  return low
}

/** The bars of hours that overlap `[from, to]`, as `[start, end)` indices. */
export function visibleRange(bars: readonly Bar[], from: number, to: number): [number, number] {
  return [firstFrom(bars, from - HOUR_MS + 1), firstFrom(bars, to + 1)]
}

/** A week of opens with the bars that `series` has of the same hours, if it is of the same source. */
export function withKnownBars(week: Series, series: Series): Series {
  const known = new Map(series.map((candle) => [candle.otime, candle]))
  return week.map((candle) => {
    const same = known.get(candle.otime)
    return same?.oprice === candle.oprice ? same : candle
  })
}
