import { expect, test } from 'bun:test'
import { fakeBridge } from '#desktop/bridge/bridge.fixture.ts'
import type { LiveUpdate } from '#desktop/shared/market-state.ts'
import { createDesktopLive } from './desktop-live.ts'

function openWindow() {
  const done = () => null
  const { bridge, calls, emit } = fakeBridge({
    'stream:join': done,
    'stream:wake': done,
    'stream:votes': done,
    'stream:thread': done,
  })
  const source = createDesktopLive(bridge, { onUpdate: ({ type }) => calls.push(type) })
  return { source, log: calls, send: (update: LiveUpdate) => emit('stream:update', update) }
}

const heartbeat = { type: 'heartbeat', seq: 1, serverDate: '2026-11-21T00:00:00.000Z' } as const

test('joins once and delivers updates as they come, without checking sequence numbers', () => {
  const { source, log, send } = openWindow()
  source.start()
  send(heartbeat)
  send({ ...heartbeat, seq: 9 })
  send({ type: 'link', link: 'polling' })
  expect(log).toEqual(['stream:join', 'heartbeat', 'heartbeat', 'link'])
})

test('wakes the connection of the main process', () => {
  const { source, log } = openWindow()
  source.wake()
  expect(log).toEqual(['stream:wake'])
})

test('notifies the main process whether this window shows votes', () => {
  const { source, log } = openWindow()
  source.watchVotes(true)
  source.watchVotes(false)
  expect(log).toEqual(['stream:votes true', 'stream:votes false'])
})

test('notifies the main process of the thread that this window shows', () => {
  const { source, log } = openWindow()
  source.watchThread({ target: 'vote', id: 12 })
  source.watchThread(null)
  expect(log).toHaveLength(2)
  expect(log[0]).toStartWith('stream:thread')
})

test('delivers nothing after the stop', () => {
  const { source, log, send } = openWindow()
  source.start()
  source.stop()
  send(heartbeat)
  expect(log).toEqual(['stream:join'])
})
