import { expect, test } from 'bun:test'
import { createMessageAuth } from '#api/infrastructure/bus/message-auth.ts'
import { connectedBuses } from '#tests/support/test-bus.ts'
import { testClock } from '#tests/support/test-clock.ts'
import { publishAlerts } from './publish-alerts.ts'

test('alerts with the longest ids reach the other instances and invalidate none of their caches', async () => {
  const auth = createMessageAuth(Buffer.alloc(32, 7), 'channel')
  const [one, other] = await connectedBuses(2, testClock(0), auth)
  if (!one || !other) throw new Error('there are not two')
  const announced: unknown[] = []
  other.bus.on('alerts', (event) => announced.push(...event.notified))
  const { invalidations } = other.bus.stats() ?? {}
  const notified = Array.from({ length: 501 }, (_, index) => ({
    userId: 2 ** 31 - 1,
    id: Number.MAX_SAFE_INTEGER - index,
  }))
  publishAlerts(one.bus, notified)
  publishAlerts(one.bus, [])
  expect(announced).toEqual(notified)
  expect(other.bus.stats()).toMatchObject({ received: 6, invalidations, rejected: 0 })
})
