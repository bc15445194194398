import { expect, test } from 'bun:test'
import type { LiveUpdate } from '#desktop/shared/market-state.ts'
import { createDesktopLive } from './desktop-live.ts'

function openWindow() {
  const log: string[] = []
  let send: (update: LiveUpdate) => void = () => {}
  const source = createDesktopLive(
    {
      joinStream: async () => {
        log.push('join')
        return null
      },
      wakeStream: async () => {
        log.push('wake')
        return null
      },
      watchVotes: async (isWatched) => {
        log.push(`votes ${isWatched}`)
        return null
      },
      onStream(listener) {
        send = listener
        return () => {
          send = () => {}
        }
      },
    },
    { onUpdate: ({ type }) => log.push(type) },
  )
  return { source, log, send: (update: LiveUpdate) => send(update) }
}

const heartbeat = { type: 'heartbeat', seq: 1, serverDate: '2026-11-21T00:00:00.000Z' } as const

test('joins once and delivers updates as they come, without checking sequence numbers', () => {
  const { source, log, send } = openWindow()
  source.start()
  send(heartbeat)
  send({ ...heartbeat, seq: 9 })
  send({ type: 'link', link: 'polling' })
  expect(log).toEqual(['join', 'heartbeat', 'heartbeat', 'link'])
})

test('wakes the connection of the main process', () => {
  const { source, log } = openWindow()
  source.wake()
  expect(log).toEqual(['wake'])
})

test('notifies the main process whether this window shows votes', () => {
  const { source, log } = openWindow()
  source.watchVotes(true)
  source.watchVotes(false)
  expect(log).toEqual(['votes true', 'votes false'])
})

test('delivers nothing after the stop', () => {
  const { source, log, send } = openWindow()
  source.start()
  source.stop()
  send(heartbeat)
  expect(log).toEqual(['join'])
})
