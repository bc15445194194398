import { expect, test } from 'bun:test'
import { createHearing } from './hearing.ts'

const message = (seq: number, at: number, type = 'price') =>
  JSON.stringify({ type, seq, serverDate: new Date(at).toISOString() })

/** Two listeners; the second misses the message numbered 3. */
function heard() {
  let now = 1_000
  const hearing = createHearing(() => now)
  for (const _ of [1, 2]) hearing.hear(message(1, 900))
  hearing.begin()
  now = 1_010
  for (const _ of [1, 2]) hearing.hear(message(2, 1_000))
  now = 1_120
  hearing.hear(message(3, 1_100, 'summary'))
  hearing.hear(message(3, 1_100, 'hello'))
  now = 1_240
  hearing.hear(message(4, 1_200))
  hearing.end()
  now = 1_260
  hearing.hear(message(4, 1_200))
  for (const _ of [1, 2]) hearing.hear(message(5, 1_250))
  return hearing.report()
}

test('what was sent between beginning and end counts, late arrivals included', () => {
  expect(heard()).toMatchObject({ sent: 3, received: 5, ticks: 2 })
})

test('delays are from the making of a message to its arrival', () => {
  expect(heard()).toMatchObject({ p50: 20, p99: 60 })
})
