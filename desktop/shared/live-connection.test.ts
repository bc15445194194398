import { afterEach, describe, expect, test } from 'bun:test'
import { fakeSockets } from '#tests/support/fake-socket.ts'
import { at, SAMPLE_NOW, sampleHello, samplePrice } from '#tests/support/market-samples.ts'
import { createLiveConnection } from './live-connection.ts'
import type { LiveUpdate } from './market-state.ts'

let stop = () => {}
afterEach(() => stop())

/** A connection whose stream has greeted, and the updates after that. */
function openConnection() {
  const { Socket, sockets, last } = fakeSockets()
  const updates: LiveUpdate[] = []
  const connection = createLiveConnection({
    apiOrigin: 'https://tidemark.example',
    WebSocket: Socket,
    fetchSummary: () => Promise.reject(new TypeError('no network')),
    now: () => SAMPLE_NOW,
    random: () => 0,
    onUpdate: (update) => updates.push(update),
  })
  stop = connection.stop
  connection.start()
  last().deliver(sampleHello(1))
  updates.splice(0)
  return { connection, updates, sockets, last }
}

const price = { type: 'price', seq: 2, serverDate: at(1_000), price: samplePrice('1') } as const

test('a message that was under way when the network went does not prove the stream', () => {
  const { connection, updates, last } = openConnection()
  const old = last()
  connection.networkLost()
  old.deliver(price)
  expect(old.isClosed).toBe(true)
  expect(updates).toEqual([{ type: 'link', link: 'connecting' }])
})

test('a new greeting proves a network that was reported as gone', () => {
  const { connection, updates, sockets, last } = openConnection()
  connection.networkLost()
  expect(sockets).toHaveLength(2)
  const hello = sampleHello(1)
  last().deliver(hello)
  expect(updates.at(-1)).toEqual(hello)
})

test('a stopped connection stays closed when the network goes', () => {
  const { connection, sockets } = openConnection()
  connection.stop()
  connection.networkLost()
  expect(sockets).toHaveLength(1)
})

describe('the newest votes', () => {
  const greeting = { ...sampleHello(1), votes: true }

  test('are requested at once, after each reconnection, and cancelled once nobody watches', () => {
    const { connection, sockets, last } = openConnection()
    last().deliver(greeting)
    connection.watchVotes(true)
    connection.watchVotes(true)
    expect(last().sent).toEqual(['votes'])
    connection.networkLost()
    expect(sockets).toHaveLength(2)
    expect(last().sent).toEqual([])
    last().deliver(greeting)
    connection.watchVotes(false)
    expect(last().sent).toEqual(['votes', 'no votes'])
  })

  test('and every price are requested apart from each other', () => {
    const { connection, last } = openConnection()
    last().deliver({ ...greeting, prices: true })
    connection.watchPrices(true)
    connection.watchVotes(true)
    connection.watchPrices(false)
    expect(last().sent).toEqual(['prices', 'votes', 'no prices'])
    connection.networkLost()
    last().deliver({ ...greeting, prices: true })
    expect(last().sent).toEqual(['votes'])
  })

  test('are not requested from a server that would close the stream', () => {
    const { connection, last } = openConnection()
    connection.watchVotes(true)
    last().deliver(sampleHello(1))
    expect(last().sent).toEqual([])
  })
})

describe('the changes of a thread', () => {
  const greeting = { ...sampleHello(1), threads: true as const }

  test('are requested in place of another, after each reconnection, and end', () => {
    const { connection, sockets, last } = openConnection()
    connection.watchThreads([{ target: 'vote', id: 12 }])
    expect(last().sent).toEqual([])
    connection.networkLost()
    last().deliver(greeting)
    expect(last().sent).toEqual(['thread vote 12'])
    connection.watchThreads([{ target: 'vote', id: 12 }])
    connection.watchThreads([{ target: 'post', id: 12 }])
    connection.watchThreads([])
    expect(last().sent).toEqual(['thread vote 12', 'thread post 12', 'no thread'])
    connection.networkLost()
    last().deliver(greeting)
    expect([last().sent, sockets.length]).toEqual([[], 3])
  })

  test('of several threads are requested together, of as many as the server accepts', () => {
    const { connection, last } = openConnection()
    last().deliver({ ...greeting, threadsMax: 2 })
    const threads = [1, 2, 3].map((id) => ({ target: 'vote' as const, id }))
    connection.watchThreads(threads)
    expect(last().sent).toEqual(['thread vote 2 vote 3'])
    connection.networkLost()
    last().deliver(greeting)
    expect(last().sent).toEqual(['thread vote 3'])
  })

  test('are not requested from a server that would close the stream', () => {
    const { connection, last } = openConnection()
    connection.watchThreads([{ target: 'post', id: 3 }])
    last().deliver(sampleHello(1))
    expect(last().sent).toEqual([])
  })

  test('are delivered like every message', () => {
    const { updates, last } = openConnection()
    const message = {
      type: 'thread',
      seq: 2,
      serverDate: at(1_000),
      target: 'vote',
      id: 12,
    } as const
    last().deliver(message)
    expect(updates).toEqual([message])
  })
})

describe('the alerts of a session', () => {
  const greeting = { ...sampleHello(1), alerts: true as const }

  test('are requested with its token, after each reconnection and renewal, and end with it', () => {
    const { connection, sockets, last } = openConnection()
    connection.watchAlerts('one')
    expect(last().sent).toEqual([])
    connection.networkLost()
    last().deliver(greeting)
    expect(last().sent).toEqual(['alerts one'])
    connection.watchAlerts('one')
    connection.watchAlerts('two')
    connection.watchAlerts(null)
    expect(last().sent).toEqual(['alerts one', 'alerts two', 'no alerts'])
    connection.networkLost()
    last().deliver(greeting)
    expect([last().sent, sockets.length]).toEqual([[], 3])
  })

  test('repeat the last number of the stream without a gap', () => {
    const { updates, last } = openConnection()
    const notification = { id: 7, kind: 'level', level: null }
    last().deliver({ type: 'alert', seq: 1, serverDate: at(0), notification } as never)
    last().deliver({ ...price, seq: 2 })
    expect(updates.map(({ type }) => type)).toEqual(['alert', 'price'])
  })
  test('are passed on once, whatever a server repeats', () => {
    const { connection, updates, last } = openConnection()
    const alert = (id: number) =>
      last().deliver({ type: 'alert', seq: 1, serverDate: at(0), notification: { id } } as never)
    alert(7)
    alert(8)
    connection.networkLost()
    last().deliver(greeting)
    alert(7)
    alert(8)
    alert(9)
    const ids = updates.flatMap((update) =>
      update.type === 'alert' ? [update.notification.id] : [],
    )
    expect(ids).toEqual([7, 8, 9])
  })
})
