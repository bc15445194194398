import { describe, expect, test } from 'bun:test'
import { liveOffers } from '#desktop/shared/live-offers.ts'
import { type Offers, offers } from '#shared/rules/offer.ts'
import { HOUR_MS } from '#shared/rules/time.ts'
import { SAMPLE_NOW, samplePrice, sampleSummary } from '#tests/support/market-samples.ts'
import { inputOf, liveSituation } from './situation.ts'

const START = { change: 10, hours: 132, volatility: 20, target: 'monday' } as const
/** A full hour and a full permille: these values lie on steps of the sliders. */
const NOW = SAMPLE_NOW - HOUR_MS / 2
const price = samplePrice('66792.00', -HOUR_MS / 2)
const withVolatility = (s60: number) => ({ ...sampleSummary(), s60 })

describe('the live round in the calculator', () => {
  test.each([0.008, 0.034, 0.08])('has the points of the home page, at volatility %p', (s60) => {
    const market = { summary: withVolatility(s60), price }
    const situation = { ...START, ...liveSituation(market, NOW) }
    expect<Offers | null>(offers(inputOf(situation))).toEqual(liveOffers(market, NOW))
  })

  test.each([
    [0.0001, 5],
    [0.0336, 34],
    [0.2, 80],
  ])('has a volatility that the slider can show: %p', (s60, volatility) => {
    const market = { summary: withVolatility(s60), price }
    expect(liveSituation(market, NOW)).toMatchObject({ volatility })
  })

  test('leaves price and volatility while they are unknown', () => {
    const market = { summary: sampleSummary(), price: null }
    expect(liveSituation(market, NOW)).toEqual({ target: 'thursday', hours: 118 })
  })
})
