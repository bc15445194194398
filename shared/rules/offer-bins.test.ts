import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { offerAt, UNPRICED } from './offer.ts'
import { OFFER_BIN_COUNT, offerBin, offerBinBounds } from './offer-bins.ts'
import { impliedChance } from './offer-value.ts'

test.each([
  [{ hit: 137, miss: -73 }, 6],
  [{ hit: 62, miss: -161 }, 14],
  [{ hit: 19, miss: -1 }, 1],
  [{ hit: 436, miss: -1 }, 0],
  [{ hit: 0, miss: -436 }, 19],
  [UNPRICED, null],
] as const)('the bin of %o is %p', (offer, bin) => {
  expect(offerBin(offer)).toBe(bin)
})

test('an offer is in the bin whose bounds contain its implied chance', () => {
  fc.assert(
    fc.property(
      fc.double({ min: 0, max: 1, noNaN: true }),
      fc.constantFrom(1, 2),
      (chance, version) => {
        const offer = offerAt(chance, version)
        const [low, high] = offerBinBounds(offerBin(offer) ?? -1)
        const implied = impliedChance(offer) ?? Number.NaN
        expect(implied).toBeGreaterThanOrEqual(low)
        expect(implied < high || high === 1).toBe(true)
      },
    ),
  )
})

test('the bins cover every chance without a gap', () => {
  const bounds = Array.from({ length: OFFER_BIN_COUNT }, (_, index) => offerBinBounds(index))
  expect(bounds[0]?.[0]).toBe(0)
  expect(bounds.at(-1)?.[1]).toBe(1)
  bounds.slice(1).forEach(([low], at) => {
    expect(low).toBe(bounds[at]?.[1] ?? -1)
  })
  expect(() => offerBinBounds(OFFER_BIN_COUNT)).toThrow(RangeError)
})
