import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { SAMPLE_NOW, samplePrice, sampleSummary } from '#tests/support/market-samples.ts'
import type { MarketState } from './market-state.ts'
import { withNewServer, withPrice, withSummary } from './market-state.ts'

const EMPTY: MarketState = { summary: null, price: null, link: 'live', receivedAt: null }
const updates = fc.record({ isPrice: fc.boolean(), after: fc.integer({ min: 0, max: 9_999 }) })

test('retains the newest price and summary for any order of updates', () => {
  fc.assert(
    fc.property(fc.array(updates, { minLength: 1 }), (all) => {
      const view = all.reduce(
        (known, { isPrice, after }) =>
          isPrice
            ? withPrice(known, samplePrice('1', after), SAMPLE_NOW)
            : withSummary(known, sampleSummary(after, samplePrice('2', after)), SAMPLE_NOW),
        EMPTY,
      )
      const newest = (of: typeof all) => Math.max(...of.map(({ after }) => after))
      const summaries = all.filter(({ isPrice }) => !isPrice)
      // A late summary is dropped together with its price.
      if (all.every(({ isPrice }) => isPrice)) {
        expect(view.price?.time).toBe(samplePrice('1', newest(all)).time)
      }
      if (summaries.length > 0) {
        expect(view.summary).toEqual(
          sampleSummary(newest(summaries), samplePrice('2', newest(summaries))),
        )
        expect((view.price?.time ?? '') >= samplePrice('2', newest(summaries)).time).toBe(true)
      }
    }),
  )
})

test('returns the same state for older data', () => {
  const view = withPrice(EMPTY, samplePrice('1', 10), SAMPLE_NOW)
  expect(withPrice(view, samplePrice('2', 9), SAMPLE_NOW + 1)).toBe(view)
  const other = withSummary(EMPTY, sampleSummary(10), SAMPLE_NOW)
  expect(withSummary(other, sampleSummary(9), SAMPLE_NOW + 1)).toBe(other)
})

test('accepts a new server run with an earlier time and without a price', () => {
  const view = withSummary(EMPTY, sampleSummary(9_000, samplePrice('1', 9_000)), SAMPLE_NOW)
  const next = withNewServer(view, sampleSummary(10), SAMPLE_NOW + 1)
  expect(next).toEqual({ ...view, summary: sampleSummary(10), receivedAt: SAMPLE_NOW + 1 })
})
