import { edgeOf } from './crossing.ts'
import { compareDecimals, isPrice, multiplyDecimals } from './decimal.ts'
import { DAY_MS, MINUTE_MS } from './time.ts'

/** Price levels of an account. */
export const LEVELS_MAX = 10
/** Characters of the note of a level. */
export const LEVEL_NOTE_MAX = 80
/** A level without an end of its own is kept this long. */
export const LEVEL_KEPT_MS = 90 * DAY_MS
/** A repeating level notifies at most once in this time. */
export const LEVEL_PAUSE_MS = 10 * MINUTE_MS

/** At most eight digits before the point and two after it. */
const SHAPE = /^\d{1,8}(\.\d{1,2})?$/
/** Two levels of an account are at least 0.2 % apart. */
const DISTANCE = '1.002'
/** The level with a hysteresis of 0.1 %. */
const SHARES = { at: '1', high: '1.001', low: '0.999' }

/** Whether a text is the price of a level, such as `65000.5`. */
export const isLevelPrice = (text: string): boolean => SHAPE.test(text) && isPrice(text)

/** The edge of a level; a price that equals it is above. Null when it is not a price. */
export const levelEdge = (price: string) => edgeOf(price, SHARES, 'above')

/** Whether two levels are less than 0.2 % of the lower one apart. */
export function areLevelsNear(one: string, other: string): boolean {
  const [low, high] = compareDecimals(one, other) < 0 ? [one, other] : [other, one]
  return compareDecimals(high, multiplyDecimals(low, DISTANCE)) < 0
}
