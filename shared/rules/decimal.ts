/**
 * Exact arithmetic on prices: non-negative decimal strings such as `58950.01`. Every function throws a
 * RangeError on malformed text, so that a bad price never becomes NaN.
 */
const DECIMAL = /^(?:0|[1-9]\d{0,14})(?:\.\d{1,18})?$/

interface Decimal {
  /** The digits without the point. */
  units: bigint
  /** Number of digits after the point. */
  scale: number
}

function parse(text: string): Decimal {
  if (!DECIMAL.test(text)) throw new RangeError(`not a decimal: ${text.slice(0, 40)}`)
  const point = text.indexOf('.')
  if (point < 0) return { units: BigInt(text), scale: 0 }
  return {
    units: BigInt(text.slice(0, point) + text.slice(point + 1)),
    scale: text.length - point - 1,
  }
}

function print({ units, scale }: Decimal): string {
  if (scale === 0) return String(units)
  const digits = String(units).padStart(scale + 1, '0')
  return `${digits.slice(0, -scale)}.${digits.slice(-scale)}`
}

/** Whether `text` is a price: a plain decimal above zero, without sign, exponent or leading zeros. */
export function isPrice(text: string): boolean {
  return DECIMAL.test(text) && /[1-9]/.test(text)
}

/** -1 when `left` is smaller, 1 when it is greater, 0 when equal in value (`1.0` and `1`). */
export function compareDecimals(left: string, right: string): -1 | 0 | 1 {
  const a = parse(left)
  const b = parse(right)
  const difference = a.units * 10n ** BigInt(b.scale) - b.units * 10n ** BigInt(a.scale)
  if (difference === 0n) return 0
  return difference < 0n ? -1 : 1
}

/** Exact product without trailing zeros after the point. */
export function multiplyDecimals(left: string, right: string): string {
  const a = parse(left)
  const b = parse(right)
  const product = print({ units: a.units * b.units, scale: a.scale + b.scale })
  return product.includes('.') ? product.replace(/\.?0+$/, '') : product
}

/** `value` rounded half up to exactly `places` digits after the point. */
export function formatDecimal(value: string, places: number): string {
  const { units, scale } = parse(value)
  if (places >= scale) return print({ units: units * 10n ** BigInt(places - scale), scale: places })
  const divisor = 10n ** BigInt(scale - places)
  return print({ units: (units + divisor / 2n) / divisor, scale: places })
}
