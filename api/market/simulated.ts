import { HOUR_MS } from '#shared/rules/time.ts'
import type { DeterministicMarket } from './deterministic-feed.ts'
import { normal, uniform } from './seeded-random.ts'
import type { Bar, Candle } from './types.ts'
import { hourOf, SECOND } from './types.ts'

/** Start of the walk, in the middle of its range; there are no earlier hours. */
const EPOCH = Date.UTC(2024, 0, 1)
const MIDDLE = Math.log(90_000)
const LOWEST = Math.log(20_000)
const HIGHEST = Math.log(400_000)
/** 2 % a day, as a standard deviation per hour. */
const HOURLY = 0.02 / Math.sqrt(24)
/** Mean reversion with a half-life of about a year. */
const PULL = 8e-5
/** Depth of the bridge inside an hour: 2^12 steps are finer than its 3600 seconds. */
const DEPTH = 12
/** The extremes of an hour come from 2^6 steps, because thousands of hours are read at once. */
const BAR_DEPTH = 6

/**
 * A simulated market, a pure function of seed and instant: a mean-reverting hourly random walk (Student's
 * t, 4 degrees of freedom) between 20 000 and 400 000, with Brownian bridges within the hours.
 */
export function simulatedMarket(seed: number): DeterministicMarket {
  const walk: number[] = [MIDDLE]

  /** The logarithm of the open of hour `index` since the epoch; extends the walk as needed. */
  const level = (index: number) => {
    for (let at = walk.length; at <= index; at++) {
      const last = walk[at - 1] ?? MIDDLE
      const next = last + PULL * (MIDDLE - last) + hourlyReturn(seed, at)
      walk.push(Math.min(HIGHEST, Math.max(LOWEST, next)))
    }
    return walk[index] ?? MIDDLE
  }

  return {
    name: 'simulated',
    candles: (from, before) => {
      const candles: Candle[] = []
      const first = Math.max(EPOCH, Math.ceil(from / HOUR_MS) * HOUR_MS)
      for (let otime = first; otime < before; otime += HOUR_MS) {
        const hour = (otime - EPOCH) / HOUR_MS
        const bar = barOf(seed, hour, level(hour), level(hour + 1))
        candles.push({ otime, open: priceOf(level(hour)), bar })
      }
      return candles
    },
    tickAt: (instant) => {
      if (instant < EPOCH) return null
      const hour = (hourOf(instant) - EPOCH) / HOUR_MS
      const time = Math.floor(instant / SECOND) * SECOND
      const into = (time - hourOf(instant)) / HOUR_MS
      const value = bridge(seed, hour, into, level(hour), level(hour + 1))
      return { price: priceOf(value), time, source: 'simulated' }
    },
  }
}

/** Student's t with 4 degrees of freedom, scaled to the hourly deviation, limited to ±10 %. */
function hourlyReturn(seed: number, index: number): number {
  const chiSquare = -2 * Math.log(uniform(seed, index, 1) * uniform(seed, index, 2))
  const t = normal(seed, index, 3) / Math.sqrt(chiSquare / 4)
  return Math.min(0.1, Math.max(-0.1, (HOURLY * t) / Math.SQRT2))
}

/** The Brownian bridge from `start` to `end` at the fraction `into` [0, 1), by bisection. */
function bridge(seed: number, hour: number, into: number, start: number, end: number): number {
  let [left, right] = [start, end]
  let [from, width, node] = [0, 1, 1]
  for (let depth = 0; depth < DEPTH; depth++) {
    const middle = middleOf(seed, hour, node, width, left, right)
    width /= 2
    if (into < from + width) {
      right = middle
      node = 2 * node
    } else {
      left = middle
      from += width
      node = 2 * node + 1
    }
  }
  return left + ((right - left) * (into - from)) / width
}

/** The level in the middle of a node of the bridge, `width` of an hour wide. */
function middleOf(
  seed: number,
  hour: number,
  node: number,
  width: number,
  left: number,
  right: number,
): number {
  const spread = (HOURLY * Math.sqrt(width)) / 2
  return (left + right) / 2 + spread * normal(seed ^ node, hour, 5)
}

/** Mean volume of an hour, BTC. */
const VOLUME = 120

/** The bar of an hour. Extremes are those of the coarse bridge, so a tick may pass them slightly. */
function barOf(seed: number, hour: number, start: number, end: number): Bar {
  let [low, high] = [Math.min(start, end), Math.max(start, end)]
  const visit = (node: number, width: number, left: number, right: number) => {
    const middle = middleOf(seed, hour, node, width, left, right)
    low = Math.min(low, middle)
    high = Math.max(high, middle)
    if (node >= 2 ** (BAR_DEPTH - 1)) return
    visit(2 * node, width / 2, left, middle)
    visit(2 * node + 1, width / 2, middle, right)
  }
  visit(1, 1, start, end)
  // More is traded in hours that move more.
  const volume = VOLUME * Math.exp(0.4 * normal(seed, hour, 7)) * (0.4 + (high - low) / HOURLY)
  return {
    high: priceOf(high),
    low: priceOf(low),
    close: priceOf(end),
    volume: volume.toFixed(5),
  }
}

function priceOf(level: number): string {
  return Math.exp(level).toFixed(2)
}
