import TinyQueue from 'tinyqueue'
import type { Side } from '#shared/rules/crossing.ts'

/** A level as it is watched. */
export interface WatchedLevel {
  id: number
  userId: number
  /** At most eight digits before the point and two after it. */
  price: string
  /** Side of the newest price; null before the first. */
  side: Side | null
  /** Whether the price left the hysteresis since the last crossing. */
  isArmed: boolean
}

/** A level that a price has moved to another state; `nextCrossing` is its rule. */
export interface Move extends Pick<WatchedLevel, 'id' | 'price'> {
  from: Pick<WatchedLevel, 'side' | 'isArmed'>
  side: Side
  isArmed: boolean
  isCrossed: boolean
}

interface Entry extends WatchedLevel {
  /** Prices in half units, see `unitsOf`. */
  at: number
  high: number
  low: number
  /** Increases with each change: triggers of an earlier state are void. */
  version: number
}

/** The price from which on, or down to which, a level changes its state. */
interface Trigger {
  key: number
  level: Entry
  version: number
}

/** Places after the point of a level's hysteresis: two of the level, three of its share. */
const PLACES = 5
const UNITS = 10 ** PLACES
/** Above it, doubled units are no longer exact. */
const MAX_DIGITS = 10

/**
 * A price in half units of 10⁻⁵: even for a whole number of units, odd between two. Comparisons with levels
 * are exact, and cost no more than those of numbers. Throws a RangeError above ten digits.
 */
function unitsOf(price: string): number {
  const [whole = '', fraction = ''] = price.split('.')
  if (whole.length > MAX_DIGITS) throw new RangeError(`price out of range: ${price.slice(0, 40)}`)
  const units = Number(whole) * UNITS + Number(fraction.slice(0, PLACES).padEnd(PLACES, '0'))
  return 2 * units + (/[1-9]/.test(fraction.slice(PLACES)) ? 1 : 0)
}

/** Void triggers beyond which the queues are built anew. */
const WASTE_MAX = 1000

/**
 * The price levels of everybody, ordered by the price that changes their state: a price that changes none
 * costs two comparisons.
 */
export function createLevelBook() {
  const levels = new Map<number, Entry>()
  const idsOf = new Map<number, Set<number>>()
  let unknown: Entry[] = []
  let rising = new TinyQueue<Trigger>([], (a, b) => a.key - b.key)
  let falling = new TinyQueue<Trigger>([], (a, b) => b.key - a.key)

  /** The next price upwards that changes the state of a level; null for none. */
  const risingKey = ({ side, isArmed, at, high }: Entry) => {
    if (side === 'below' && isArmed) return at
    return side === 'above' && isArmed ? null : high
  }
  /** The next price downwards. A price that equals the level is above it. */
  const fallingKey = ({ side, isArmed, at, low }: Entry) => {
    if (side === 'above' && isArmed) return at - 1
    return side === 'below' && isArmed ? null : low
  }

  const trigger = (level: Entry) => {
    const { version } = level
    if (level.side === null) return void unknown.push(level)
    const [up, down] = [risingKey(level), fallingKey(level)]
    if (up !== null) rising.push({ key: up, level, version })
    if (down !== null) falling.push({ key: down, level, version })
  }

  const isValid = ({ level, version }: Trigger) => level.version === version

  const compact = () => {
    if (rising.length + falling.length < 3 * levels.size + WASTE_MAX) return
    rising = new TinyQueue(rising.data.filter(isValid), (a, b) => a.key - b.key)
    falling = new TinyQueue(falling.data.filter(isValid), (a, b) => b.key - a.key)
  }

  const remove = (id: number) => {
    const known = levels.get(id)
    if (!known) return
    known.version += 1
    levels.delete(id)
    idsOf.get(known.userId)?.delete(id)
    if (idsOf.get(known.userId)?.size === 0) idsOf.delete(known.userId)
    unknown = unknown.filter((level) => level !== known)
  }

  /** Moves a level to its state at a price, and returns what changed. */
  const move = (level: Entry, price: number): Move => {
    const from = { side: level.side, isArmed: level.isArmed }
    const side = price >= level.at ? 'above' : 'below'
    const isFar = price >= level.high || price <= level.low
    level.side = side
    level.isArmed = from.side === null || isFar
    level.version += 1
    trigger(level)
    const isCrossed = from.side !== null && from.side !== side
    return { id: level.id, price: level.price, from, side, isArmed: level.isArmed, isCrossed }
  }

  return {
    /** Adds a level, or replaces it with another state. */
    set(level: WatchedLevel): void {
      remove(level.id)
      const cents = Math.round(unitsOf(level.price) / 2000)
      const entry = {
        ...level,
        at: 2000 * cents,
        high: 2002 * cents,
        low: 1998 * cents,
        version: 0,
      }
      levels.set(level.id, entry)
      const ids = idsOf.get(level.userId) ?? new Set()
      idsOf.set(level.userId, ids.add(level.id))
      trigger(entry)
      compact()
    },

    remove,

    /** Ids of the levels of a user. */
    idsOf: (userId: number) => [...(idsOf.get(userId) ?? [])],

    size: () => levels.size,

    /** The state of every level after a price (decimal string): those that changed, each once. */
    advance(price: string): Move[] {
      const now = unitsOf(price)
      const due: Entry[] = unknown
      unknown = []
      for (const [queue, isReached] of [
        [rising, (key: number) => now >= key],
        [falling, (key: number) => now <= key],
      ] as const) {
        for (let next = queue.peek(); next && isReached(next.key); next = queue.peek()) {
          queue.pop()
          if (isValid(next)) due.push(next.level)
        }
      }
      return due.map((level) => move(level, now))
    },
  }
}
