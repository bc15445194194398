import { expect, test } from 'bun:test'
import { EventEmitter } from 'node:events'
import { onWake } from './lifecycle.ts'

test('wakes on resume and unlock until stopped', () => {
  const powerMonitor = new EventEmitter()
  let wakes = 0
  const stop = onWake(powerMonitor, () => wakes++)
  for (const event of ['resume', 'unlock-screen', 'suspend', 'lock-screen'])
    powerMonitor.emit(event)
  expect(wakes).toBe(2)
  stop()
  expect(powerMonitor.eventNames()).toEqual([])
})
