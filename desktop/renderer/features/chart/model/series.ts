import type { Candle } from '#shared/contract/candles.ts'
import { CANDLES_MAX } from '#shared/contract/endpoints.ts'
import { isPrice } from '#shared/rules/decimal.ts'
import { DAY_MS, HOUR_MS } from '#shared/rules/time.ts'

/** Hourly candles, newest first, each hour once, at most `CANDLES_MAX`. */
export type Series = readonly Candle[]

/** Validates a reply of the server. */
export function isSeries(reply: unknown): reply is Series {
  return Array.isArray(reply) && reply.every(isCandle)
}

const OPTIONAL = ['hprice', 'lprice', 'cprice', 'volume']

const isOptional = (value: unknown) =>
  value === undefined || (typeof value === 'string' && /^\d+(\.\d+)?$/.test(value))

function isCandle(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  if (!('otime' in value) || !('oprice' in value)) return false
  const isOpen =
    Number.isInteger(value.otime) && typeof value.oprice === 'string' && isPrice(value.oprice)
  return isOpen && OPTIONAL.every((field) => isOptional(Reflect.get(value, field)))
}

/** The start of the hour of an instant, epoch ms. */
export const hourOf = (instant: number): number => Math.floor(instant / HOUR_MS) * HOUR_MS

/** Whether the newest candle is the current hour's. */
export function isCurrent(series: Series, now: number): boolean {
  const [newest] = series
  return newest !== undefined && newest.otime >= hourOf(now)
}

/** Hours whose high and low may still be missing at the server, such as those that OKX confirms late. */
const MAX_LATE_BARS = 24

/** The number of hours before the newest one whose high and low are not known yet. */
function lateBars(series: Series): number {
  const finished = series.slice(1, 1 + MAX_LATE_BARS)
  const known = finished.findIndex(({ hprice }) => hprice !== undefined)
  return known === -1 ? 0 : known
}

/** How many candles to fetch: the missing hours and one cached hour, which `continues` compares. */
export function fetchCount(series: Series, now: number): number {
  const [newest] = series
  if (!newest) return CANDLES_MAX
  const missing = Math.max(0, (hourOf(now) - newest.otime) / HOUR_MS)
  return Math.min(CANDLES_MAX, Math.ceil(missing) + 1 + lateBars(series))
}

/**
 * Whether `fetched` contains the newest cached candle at the same price. Otherwise hours are missing
 * between the two, or the server has switched to another exchange.
 */
export function continues(cached: Series, fetched: Series): boolean {
  const [newest] = cached
  if (!newest) return true
  return fetched.some(({ otime, oprice }) => otime === newest.otime && oprice === newest.oprice)
}

/** Both series as one; a fetched candle replaces the cached one of its hour. */
export function merge(cached: Series, fetched: Series): Series {
  const byHour = new Map<number, Candle>()
  for (const candle of [...cached, ...fetched]) byHour.set(candle.otime, candle)
  return [...byHour.values()].sort((a, b) => b.otime - a.otime).slice(0, CANDLES_MAX)
}

export interface SeriesSummary {
  count: number
  first: Candle
  last: Candle
  /** Lowest and highest price: of the hours, or of their opens where no more is known. */
  low: string
  high: string
  /** BTC; null unless every hour but the newest has one. */
  volume: number | null
}

const lowOf = ({ lprice, oprice }: Candle) => lprice ?? oprice
const highOf = ({ hprice, oprice }: Candle) => hprice ?? oprice

function sumOfVolumes(series: readonly Candle[]): number | null {
  const known = series.filter(({ volume }) => volume !== undefined)
  if (known.length === 0 || known.length < series.length - 1) return null
  return known.reduce((sum, { volume }) => sum + Number(volume), 0)
}

/** The first, last, lowest and highest price and the volume; null for an empty series. */
export function summarize(series: Series): SeriesSummary | null {
  const [last] = series
  const first = series.at(-1)
  if (!last || !first) return null
  let [low, high] = [lowOf(first), highOf(first)]
  for (const candle of series) {
    if (Number(lowOf(candle)) < Number(low)) low = lowOf(candle)
    if (Number(highOf(candle)) > Number(high)) high = highOf(candle)
  }
  return { count: series.length, first, last, low, high, volume: sumOfVolumes(series) }
}

/** One day (UTC) of a series. */
interface Day {
  otime: number
  open: string
  low: string
  high: string
  /** Null while unknown. */
  close: string | null
  volume: number | null
}

/** The days whose candle of 00:00 UTC is in the series, newest first; rounds count days in UTC too. */
export function daysOf(series: Series): Day[] {
  const byDay = new Map<number, Candle[]>()
  for (const candle of series) {
    const day = Math.floor(candle.otime / DAY_MS)
    byDay.set(day, [...(byDay.get(day) ?? []), candle])
  }
  return [...byDay.values()].flatMap((hours) => {
    const summary = summarize(hours)
    if (!summary || summary.first.otime % DAY_MS !== 0) return []
    const { first, last, low, high, volume } = summary
    // The newest day has no close before its last hour is over.
    const isOver = last.otime % DAY_MS === DAY_MS - HOUR_MS
    const close = isOver ? (last.cprice ?? null) : null
    return { otime: first.otime, open: first.oprice, low, high, close, volume }
  })
}
