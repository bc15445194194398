import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { at, sampleHello, samplePrice, sampleSummary } from '#tests/support/market-samples.ts'
import { type LiveState, type LiveUpdate, reduceUpdate } from './market-state.ts'

const EMPTY: LiveState = {
  summary: null,
  price: null,
  link: 'connecting',
  receivedAt: null,
  stream: null,
}
const LIVE = reduceUpdate(EMPTY, sampleHello(1, sampleSummary(-1)))

const price = (value: string, after: number): LiveUpdate => ({
  type: 'price',
  seq: 2,
  serverDate: at(after),
  price: samplePrice(value, after),
})
const summary = (after: number): LiveUpdate => ({
  type: 'summary',
  seq: 2,
  serverDate: at(after),
  summary: sampleSummary(after, samplePrice('2', after)),
})
const polled = (after: number): LiveUpdate => ({
  type: 'polled',
  summary: sampleSummary(after, samplePrice('2', after)),
})

const updates = fc.record({
  kind: fc.constantFrom('price', 'summary', 'polled'),
  after: fc.integer({ min: 0, max: 9_999 }),
})

test('retains the newest price and summary for any order of frames and fetched summaries', () => {
  fc.assert(
    fc.property(fc.array(updates, { minLength: 1 }), (all) => {
      const view = all.reduce((known, { kind, after }) => {
        if (kind === 'price') return reduceUpdate(known, price('1', after))
        return reduceUpdate(known, kind === 'summary' ? summary(after) : polled(after))
      }, LIVE)
      const newest = (of: typeof all) => Math.max(...of.map(({ after }) => after))
      const summaries = all.filter(({ kind }) => kind !== 'price')
      // A late summary is dropped together with its price.
      if (summaries.length === 0) {
        expect(view.price?.time).toBe(samplePrice('1', newest(all)).time)
        return
      }
      const last = newest(summaries)
      expect(view.summary).toEqual(sampleSummary(last, samplePrice('2', last)))
      expect((view.price?.time ?? '') >= at(last)).toBe(true)
    }),
  )
})

test('returns the same state for an older reply and for the same link', () => {
  const view = reduceUpdate(LIVE, summary(10))
  expect(reduceUpdate(view, polled(9))).toBe(view)
  expect(reduceUpdate(view, { type: 'link', link: 'live' })).toBe(view)
})

test('an older frame proves the connection and changes no data', () => {
  const view = reduceUpdate(reduceUpdate(LIVE, summary(10)), { type: 'link', link: 'connecting' })
  for (const frame of [price('9', 9), summary(9)]) {
    expect(reduceUpdate(view, frame)).toMatchObject({
      summary: view.summary,
      price: view.price,
      link: 'live',
    })
  }
})

test('accepts a new server run with an earlier time and without a price', () => {
  const view = reduceUpdate(LIVE, summary(9_000))
  const next = reduceUpdate(view, sampleHello(1, sampleSummary(10), 'two'))
  expect(next).toMatchObject({ summary: sampleSummary(10), price: view.price, stream: 'two' })
  expect(reduceUpdate(view, sampleHello(1, sampleSummary(10))).summary).toBe(view.summary)
})

test('replaces the data of an earlier start by the first reply, and then only by newer ones', () => {
  const stored: LiveState = {
    ...EMPTY,
    summary: sampleSummary(9_000),
    price: samplePrice('9', 9_000),
  }
  const view = reduceUpdate(stored, polled(10))
  expect(view).toMatchObject({ price: { value: '2' }, summary: { serverDate: at(10) } })
  expect(reduceUpdate(view, polled(9))).toBe(view)
  expect(reduceUpdate(view, sampleHello(1, sampleSummary(9))).summary).toBe(view.summary)
})
