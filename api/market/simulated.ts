import type { Clockwork } from './clockwork-feed.ts'
import { normal, uniform } from './seeded.ts'
import type { Candle } from './types.ts'
import { HOUR, hourOf, SECOND } from './types.ts'

/** The walk begins here, in the middle of its range. Nothing is known of earlier hours. */
const EPOCH = Date.UTC(2024, 0, 1)
const MIDDLE = Math.log(90_000)
const LOWEST = Math.log(20_000)
const HIGHEST = Math.log(400_000)
/** 2 % a day, as a standard deviation per hour. */
const HOURLY = 0.02 / Math.sqrt(24)
/** Pulls back half-way in about a year: the walk stays far from both bounds. */
const PULL = 8e-5
/** Depth of the bridge inside an hour: 2^12 steps are finer than its 3600 seconds. */
const DEPTH = 12

/**
 * An invented market, a pure function of the seed and the instant. Hourly opens walk with heavy
 * tails (Student's t with 4 degrees of freedom) around a long-run middle, between 20 000 and
 * 400 000; inside an hour a Brownian bridge leads from its open to the next one.
 */
export function simulatedMarket(seed: number): Clockwork {
  const walk: number[] = [MIDDLE]

  /** The logarithm of the open of hour `index` since the epoch; walks on as far as needed. */
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
      const first = Math.max(EPOCH, Math.ceil(from / HOUR) * HOUR)
      for (let otime = first; otime < before; otime += HOUR) {
        candles.push({ otime, open: priceOf(level((otime - EPOCH) / HOUR)) })
      }
      return candles
    },
    tickAt: (instant) => {
      if (instant < EPOCH) return null
      const hour = (hourOf(instant) - EPOCH) / HOUR
      const time = Math.floor(instant / SECOND) * SECOND
      const into = (time - hourOf(instant)) / HOUR
      const value = bridge(seed, hour, into, level(hour), level(hour + 1))
      return { price: priceOf(value), time, source: 'simulated' }
    },
  }
}

/** Student's t with 4 degrees of freedom, scaled to the hourly deviation, at most 10 % either way. */
function hourlyReturn(seed: number, index: number): number {
  const chiSquare = -2 * Math.log(uniform(seed, index, 1) * uniform(seed, index, 2))
  const t = normal(seed, index, 3) / Math.sqrt(chiSquare / 4)
  return Math.min(0.1, Math.max(-0.1, (HOURLY * t) / Math.SQRT2))
}

/** Walks down the midpoints of a Brownian bridge from `start` to `end` to the moment `into` [0, 1). */
function bridge(seed: number, hour: number, into: number, start: number, end: number): number {
  let [left, right] = [start, end]
  let [from, width, node] = [0, 1, 1]
  for (let depth = 0; depth < DEPTH; depth++) {
    const spread = (HOURLY * Math.sqrt(width)) / 2
    const middle = (left + right) / 2 + spread * normal(seed ^ node, hour, 5)
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

function priceOf(level: number): string {
  return Math.exp(level).toFixed(2)
}
