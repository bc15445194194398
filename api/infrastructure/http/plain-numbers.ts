import { FormatRegistry } from '@sinclair/typebox'

const DIGITS = /^(0|[1-9]\d{0,14})$/

/**
 * Makes numbers in addresses plain decimal digits. Elysia's own `numeric` format takes all that
 * JavaScript turns into a number, so `/votes/0x1`, `/votes/1e0` and `/votes/%201` would all be vote 1.
 */
export function takePlainNumbersOnly(): void {
  FormatRegistry.Set('numeric', (text) => DIGITS.test(text))
}
