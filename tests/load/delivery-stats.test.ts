import { expect, test } from 'bun:test'
import { createDeliveryStats } from './delivery-stats.ts'

const message = (seq: number, at: number, type = 'price') =>
  JSON.stringify({ type, seq, serverDate: new Date(at).toISOString() })

/** Two listeners; the second misses message 3. */
function heard() {
  let now = 1_000
  const stats = createDeliveryStats(() => now)
  for (const _ of [1, 2]) stats.record(message(1, 900))
  stats.begin()
  now = 1_010
  for (const _ of [1, 2]) stats.record(message(2, 1_000))
  now = 1_120
  stats.record(message(3, 1_100, 'summary'))
  stats.record(message(3, 1_100, 'hello'))
  now = 1_240
  stats.record(message(4, 1_200))
  stats.end()
  now = 1_260
  stats.record(message(4, 1_200))
  for (const _ of [1, 2]) stats.record(message(5, 1_250))
  return stats.report()
}

test('counts messages sent between start and end, late arrivals included', () => {
  expect(heard()).toMatchObject({ sent: 3, received: 5, ticks: 2 })
})

test('measures delays from creation to arrival', () => {
  expect(heard()).toMatchObject({ p50: 20, p99: 60 })
})
