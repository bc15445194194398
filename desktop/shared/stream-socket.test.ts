import { afterEach, beforeEach, describe, expect, jest, test } from 'bun:test'
import { STREAM_HEARTBEAT_MS } from '#shared/contract/endpoints.ts'
import { fakeSockets } from '#tests/support/fake-socket.ts'
import { createStreamSocket, parseStreamMessage } from './stream-socket.ts'

beforeEach(() => {
  jest.useFakeTimers()
})
afterEach(() => {
  jest.useRealTimers()
})

function createTestSocket() {
  const { Socket, sockets } = fakeSockets()
  const received: string[] = []
  let downs = 0
  const gaps: number[] = []
  const link = createStreamSocket({
    WebSocket: Socket,
    apiOrigin: 'https://tidemark.example',
    onMessage: ({ type }) => received.push(type),
    onGap: () => gaps.push(1),
    onDown: () => void downs++,
    random: () => 1,
  })
  const send = (type: string, seq: number, socket = sockets.at(-1)) =>
    socket?.deliver({ type, seq, serverDate: '2026-11-21T00:00:00.000Z' })
  return { link, sockets, received, downs: () => downs, gaps, send }
}

describe('the stream socket', () => {
  test('delivers messages in order', () => {
    const { link, received, send } = createTestSocket()
    link.start()
    send('hello', 7)
    send('price', 8)
    expect(received).toEqual(['hello', 'price'])
  })

  test('reports a skipped sequence number once', () => {
    const { link, gaps, send } = createTestSocket()
    link.start()
    send('hello', 7)
    send('price', 8)
    expect(gaps).toHaveLength(0)
    send('price', 10)
    expect(gaps).toHaveLength(1)
    send('price', 11)
    expect(gaps).toHaveLength(1)
  })

  test('takes prices between two numbers for no gap, and other messages for one', () => {
    const { link, gaps, received, send } = createTestSocket()
    link.start()
    send('hello', 7)
    for (const seq of [7, 8, 8, 8, 9]) send('price', seq)
    expect(gaps).toHaveLength(0)
    expect(received).toHaveLength(6)
    send('summary', 9)
    expect(gaps).toHaveLength(1)
  })

  test('drops a stream that is silent for two heartbeats, and reconnects', () => {
    const { link, sockets, downs, send } = createTestSocket()
    link.start()
    send('hello', 1)
    const before = downs()
    jest.advanceTimersByTime(2 * STREAM_HEARTBEAT_MS - 1)
    expect(sockets[0]?.isClosed).toBe(false)
    jest.advanceTimersByTime(1)
    expect(sockets[0]?.isClosed).toBe(true)
    expect(downs()).toBe(before + 1)
    jest.advanceTimersByTime(500)
    expect(sockets).toHaveLength(2)
  })

  test('doubles the delay between attempts, and resets it after a greeting', () => {
    const { link, sockets, send } = createTestSocket()
    link.start()
    for (const delay of [500, 1000, 2000]) {
      sockets.at(-1)?.deliver(null)
      const before = sockets.length
      jest.advanceTimersByTime(delay - 1)
      expect(sockets).toHaveLength(before)
      jest.advanceTimersByTime(1)
      expect(sockets).toHaveLength(before + 1)
    }
    send('hello', 1)
    sockets.at(-1)?.deliver(null)
    jest.advanceTimersByTime(500)
    expect(sockets).toHaveLength(5)
  })

  test('ignores events of a socket that was replaced', () => {
    const { link, sockets, received, send } = createTestSocket()
    link.start()
    send('hello', 1)
    sockets[0]?.deliver(null)
    jest.advanceTimersByTime(500)
    send('price', 2, sockets[0])
    sockets[0]?.deliver(null)
    jest.advanceTimersByTime(60)
    expect(received).toEqual(['hello'])
    expect(sockets).toHaveLength(2)
  })

  test('does not reconnect after stop', () => {
    const { link, sockets } = createTestSocket()
    link.start()
    link.stop()
    jest.advanceTimersByTime(100_000)
    expect(sockets).toHaveLength(1)
    expect(sockets[0]?.isClosed).toBe(true)
  })
})

test('parses known messages only', () => {
  const known = { type: 'heartbeat', seq: 1, serverDate: 'x' }
  expect(parseStreamMessage(JSON.stringify(known))).toEqual({ ...known, type: 'heartbeat' })
  for (const data of ['', '{', 'null', '{"type":"news","seq":1,"serverDate":"x"}', 7]) {
    expect(parseStreamMessage(data)).toBeNull()
  }
})
