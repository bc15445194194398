import { describe, expect, test } from 'bun:test'
import { currentOffer, storedOffer } from './vote-offer.ts'

const offers = {
  up: { hit: 226, miss: -44 },
  steady: { hit: 68, miss: -146 },
  down: { hit: 0, miss: 0 },
}

describe('the offer of a vote', () => {
  test('is that of its direction', () => {
    expect(currentOffer('up', { offers })).toEqual({ kind: 'points', hit: 226, miss: -44 })
    expect(storedOffer('steady', offers.steady)).toEqual({ kind: 'points', hit: 68, miss: -146 })
  })

  test('has the points carried over in both, apart from an offer alone', () => {
    expect(storedOffer('up', offers.up, -50)).toEqual({
      kind: 'points',
      hit: 176,
      miss: -94,
      carried: -50,
    })
  })

  test('is what was carried over where nothing else is certain', () => {
    expect(storedOffer('unknown', { hit: 0, miss: 0 }, -20)).toEqual({
      kind: 'carried',
      carried: -20,
    })
  })

  test('is none without a direction', () => {
    expect(currentOffer('unknown', { offers })).toEqual({ kind: 'none' })
    expect(storedOffer('unknown', { hit: 0, miss: 0 })).toEqual({ kind: 'none' })
  })

  test('is unpriced without offers and for a stored 0/0', () => {
    expect(currentOffer('up', { offers: null })).toEqual({ kind: 'unpriced' })
    expect(currentOffer('down', { offers })).toEqual({ kind: 'unpriced' })
  })
})
