import { afterEach, beforeEach, describe, expect, jest, test } from 'bun:test'
import { STREAM_HEARTBEAT_MS } from '#shared/contract/stream.ts'
import { createStreamLink, type SocketEvents } from './stream-link.ts'

beforeEach(() => {
  jest.useFakeTimers()
})
afterEach(() => {
  jest.useRealTimers()
})

/** A link whose sockets are in the hand of the test. */
function rig() {
  const sockets: (SocketEvents & { closed: boolean })[] = []
  const heard: string[] = []
  const states: boolean[] = []
  const gaps: number[] = []
  const link = createStreamLink({
    open: (events) => {
      const socket = { ...events, closed: false }
      sockets.push(socket)
      return () => {
        socket.closed = true
      }
    },
    onMessage: ({ type }) => heard.push(type),
    onGap: () => gaps.push(1),
    onState: (isOpen) => {
      if (states.at(-1) !== isOpen) states.push(isOpen)
    },
    random: () => 1,
  })
  const say = (type: string, seq: number, socket = sockets.at(-1)) =>
    socket?.onMessage(JSON.stringify({ type, seq, serverDate: '2026-11-21T00:00:00.000Z' }))
  return { link, sockets, heard, states, gaps, say }
}

describe('the stream link', () => {
  test('is open from the greeting on', () => {
    const { link, heard, states, say } = rig()
    link.start()
    expect(states).toEqual([false])
    say('hello', 7)
    say('price', 8)
    expect(states).toEqual([false, true])
    expect(heard).toEqual(['hello', 'price'])
  })

  test('notices what was missed', () => {
    const { link, gaps, say } = rig()
    link.start()
    say('hello', 7)
    say('price', 8)
    expect(gaps).toHaveLength(0)
    say('price', 10)
    expect(gaps).toHaveLength(1)
    say('price', 11)
    expect(gaps).toHaveLength(1)
  })

  test('gives up on a stream that is silent for two heartbeats', () => {
    const { link, sockets, states, say } = rig()
    link.start()
    say('hello', 1)
    jest.advanceTimersByTime(2 * STREAM_HEARTBEAT_MS - 1)
    expect(sockets[0]?.closed).toBe(false)
    jest.advanceTimersByTime(1)
    expect(sockets[0]?.closed).toBe(true)
    expect(states).toEqual([false, true, false])
    jest.advanceTimersByTime(500)
    expect(sockets).toHaveLength(2)
  })

  test('comes back with growing pauses, which a greeting resets', () => {
    const { link, sockets, say } = rig()
    link.start()
    for (const pause of [500, 1000, 2000]) {
      sockets.at(-1)?.onClose()
      const before = sockets.length
      jest.advanceTimersByTime(pause - 1)
      expect(sockets).toHaveLength(before)
      jest.advanceTimersByTime(1)
      expect(sockets).toHaveLength(before + 1)
    }
    say('hello', 1)
    sockets.at(-1)?.onClose()
    jest.advanceTimersByTime(500)
    expect(sockets).toHaveLength(5)
  })

  test('does not listen to a socket it has left', () => {
    const { link, sockets, heard, say } = rig()
    link.start()
    say('hello', 1)
    sockets[0]?.onClose()
    jest.advanceTimersByTime(500)
    say('price', 2, sockets[0])
    sockets[0]?.onClose()
    jest.advanceTimersByTime(60)
    expect(heard).toEqual(['hello'])
    expect(sockets).toHaveLength(2)
  })

  test('stops for good', () => {
    const { link, sockets } = rig()
    link.start()
    link.stop()
    jest.advanceTimersByTime(100_000)
    expect(sockets).toHaveLength(1)
    expect(sockets[0]?.closed).toBe(true)
  })

  test('skips what it cannot read', () => {
    const { link, sockets, heard } = rig()
    link.start()
    for (const data of ['', '{', 'null', '{"type":"news","seq":1,"serverDate":"x"}', 7]) {
      sockets[0]?.onMessage(data)
    }
    expect(heard).toEqual([])
  })
})
