import { afterEach, beforeEach, expect, test } from 'bun:test'
import { HOUR_MS } from '#shared/rules/time.ts'
import { openSharedDatabase, type SharedDatabase } from '#tests/support/shared-database.ts'
import { createCandleStore } from './store.ts'
import type { CandleStore } from './types.ts'

const OTIME = Date.UTC(2026, 10, 21, 2)
const bar = { high: '61000.00', low: '59000.00', close: '60500.00', volume: '512.3' }

let shared: SharedDatabase
let store: CandleStore
beforeEach(async () => {
  shared = await openSharedDatabase(1)
  const [database] = shared.holders
  if (!database) throw new Error('a database expected')
  store = createCandleStore(database)
})
afterEach(() => shared.close())

test('fills in and corrects the bar of a stored hour, and never changes its open', async () => {
  await store.save('binance', [{ otime: OTIME, open: '60000.00' }])
  expect(await store.latest('binance', 1)).toEqual([{ otime: OTIME, open: '60000.00' }])
  await store.save('binance', [{ otime: OTIME, open: '60001.00', bar }])
  const finished = { otime: OTIME, open: '60000.00', bar }
  expect(await store.latest('binance', 1)).toEqual([finished])
  const later = { ...bar, close: '60499.00' }
  await store.save('binance', [{ otime: OTIME, open: '60000.00', bar: later }])
  expect(await store.firstFrom('binance', OTIME, OTIME + HOUR_MS)).toEqual({
    ...finished,
    bar: later,
  })
})

test('an hour read without its bar keeps the stored one', async () => {
  const candle = { otime: OTIME, open: '60000.00', bar }
  await store.save('okx', [candle, { otime: OTIME + HOUR_MS, open: '60500.00' }])
  await store.save('okx', [{ otime: OTIME, open: '60000.00' }])
  expect(await store.latest('okx', 2)).toEqual([
    { otime: OTIME + HOUR_MS, open: '60500.00' },
    candle,
  ])
})

test('refuses half a bar', async () => {
  await expect(
    shared.holders[0]?.script(
      "INSERT INTO candle (source, otime, open, high) VALUES ('okx', '2026-11-21T02:00:00Z', '1', '1')",
    ),
  ).rejects.toThrow('candle_bar')
})
