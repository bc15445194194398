import { describe, expect, test } from 'bun:test'
import { worthNow, worthOf } from './offer-of.ts'

const offers = {
  up: { hit: 226, miss: -44 },
  steady: { hit: 68, miss: -146 },
  down: { hit: 0, miss: 0 },
}

describe('what a vote is worth', () => {
  test('is the offer of its direction', () => {
    expect(worthNow('up', { offers })).toEqual({ kind: 'points', hit: 226, miss: -44 })
    expect(worthOf('steady', offers.steady)).toEqual({ kind: 'points', hit: 68, miss: -146 })
  })

  test('is nothing for who takes no side', () => {
    expect(worthNow('unknown', { offers })).toEqual({ kind: 'none' })
    expect(worthOf('unknown', { hit: 0, miss: 0 })).toEqual({ kind: 'none' })
  })

  test('is unpriced without offers, and where 0/0 was accepted', () => {
    expect(worthNow('up', { offers: null })).toEqual({ kind: 'unpriced' })
    expect(worthNow('down', { offers })).toEqual({ kind: 'unpriced' })
  })
})
