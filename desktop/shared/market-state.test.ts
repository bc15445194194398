import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { SAMPLE_NOW, samplePrice, sampleSummary } from '#tests/support/market-samples.ts'
import type { MarketState } from './market-state.ts'
import { withNewServer, withPrice, withSummary } from './market-state.ts'

const EMPTY: MarketState = { summary: null, price: null, link: 'live', receivedAt: null }
const news = fc.record({ isPrice: fc.boolean(), after: fc.integer({ min: 0, max: 9_999 }) })

test('whatever order news comes in, the newest price and the newest summary remain', () => {
  fc.assert(
    fc.property(fc.array(news, { minLength: 1 }), (all) => {
      const view = all.reduce(
        (known, { isPrice, after }) =>
          isPrice
            ? withPrice(known, samplePrice('1', after), SAMPLE_NOW)
            : withSummary(known, sampleSummary(after, samplePrice('2', after)), SAMPLE_NOW),
        EMPTY,
      )
      const newest = (of: typeof all) => Math.max(...of.map(({ after }) => after))
      const summaries = all.filter(({ isPrice }) => !isPrice)
      // A summary that comes late is dropped with the price it carries.
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

test('what was heard and is older leaves the view the very same', () => {
  const view = withPrice(EMPTY, samplePrice('1', 10), SAMPLE_NOW)
  expect(withPrice(view, samplePrice('2', 9), SAMPLE_NOW + 1)).toBe(view)
  const other = withSummary(EMPTY, sampleSummary(10), SAMPLE_NOW)
  expect(withSummary(other, sampleSummary(9), SAMPLE_NOW + 1)).toBe(other)
})

test('another server is believed, even when its time is earlier; it need not have a price', () => {
  const view = withSummary(EMPTY, sampleSummary(9_000, samplePrice('1', 9_000)), SAMPLE_NOW)
  const next = withNewServer(view, sampleSummary(10), SAMPLE_NOW + 1)
  expect(next).toEqual({ ...view, summary: sampleSummary(10), receivedAt: SAMPLE_NOW + 1 })
})
