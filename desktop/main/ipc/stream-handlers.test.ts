import { expect, test } from 'bun:test'
import { EventEmitter } from 'node:events'
import { createEmitter } from '#desktop/shared/emitter.ts'
import type { LiveUpdate } from '#desktop/shared/market-state.ts'
import type { ThreadKey } from '#shared/contract/thread.ts'
import { streamHandlers } from './stream-handlers.ts'

class Page extends EventEmitter {
  readonly mainFrame = {}
  readonly received: unknown[] = []
  isGone = false
  readonly id: number
  constructor(id: number) {
    super()
    this.id = id
  }
  send = (_channel: string, text: unknown) => void this.received.push(text)
  isDestroyed = () => this.isGone
}

const hello: LiveUpdate = { type: 'link', link: 'live' }
const price = (seq: number): LiveUpdate => ({
  type: 'price',
  seq,
  serverDate: '',
  price: { value: '1', time: '', source: 'binance', market: 'real', freshness: 'live' },
})
const update = (seq: number): LiveUpdate => ({ type: 'heartbeat', seq, serverDate: '' })

function createStream() {
  const listeners = new Set<(update: LiveUpdate) => void>()
  let wakes = 0
  let sessionWakes = 0
  const watched: boolean[] = []
  const threads: (readonly ThreadKey[])[] = []
  const market = {
    onUpdate(listener: (update: LiveUpdate) => void) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    snapshot: () => hello,
    wake: () => void wakes++,
    watchVotes: (isWatched: boolean) => void watched.push(isWatched),
    watchThreads: (next: readonly ThreadKey[]) => void threads.push(next),
  }
  const hidden = new Set<object>()
  const appearances = createEmitter<object>()
  const windows = {
    isShown: (page: object) => !hidden.has(page),
    onShown: appearances.subscribe,
  }
  const onWake = () => void sessionWakes++
  const { handlers, stop } = streamHandlers({ market, windows, onWake })
  const show = (page: object) => {
    hidden.delete(page)
    appearances.emit(page)
  }
  const publish = (update: LiveUpdate) => {
    for (const listener of listeners) listener(update)
  }
  const isWatched = () => watched.at(-1) ?? false
  return {
    handlers,
    stop,
    publish,
    hidden,
    show,
    listeners,
    wakes: () => [wakes, sessionWakes],
    isWatched,
    watchedThreads: () => threads.at(-1) ?? [],
  }
}

test('sends the snapshot to a window that joins, then every update as an object', () => {
  const { handlers, publish } = createStream()
  const [first, second] = [new Page(1), new Page(2)]
  publish(update(1))
  expect(handlers['stream:join'](first)).toBeNull()
  publish(update(2))
  handlers['stream:join'](second)
  publish(update(3))
  expect(first.received).toEqual([hello, update(2), update(3)])
  expect(second.received).toEqual([hello, update(3)])
})

test('a hidden window gets no prices, and a snapshot when it appears', () => {
  const { handlers, publish, hidden, show } = createStream()
  const [seen, unseen] = [new Page(1), new Page(2)]
  for (const page of [seen, unseen]) handlers['stream:join'](page)
  hidden.add(unseen)
  const next = price(2)
  publish(next)
  publish(update(3))
  expect(seen.received).toEqual([hello, next, update(3)])
  expect(unseen.received).toEqual([hello, update(3)])
  show(unseen)
  expect(unseen.received).toEqual([hello, update(3), hello])
  // Nothing was missed since.
  show(unseen)
  expect(unseen.received).toHaveLength(3)
})

test('sends updates once to a reloaded page', () => {
  const { handlers, publish } = createStream()
  const page = new Page(1)
  handlers['stream:join'](page)
  handlers['stream:join'](page)
  publish(update(1))
  expect(page.received).toEqual([hello, hello, update(1)])
  expect(page.listenerCount('destroyed')).toBe(1)
})

test('sends nothing to a destroyed window', () => {
  const { handlers, publish } = createStream()
  const [closed, torn] = [new Page(1), new Page(2)]
  for (const page of [closed, torn]) handlers['stream:join'](page)
  closed.emit('destroyed')
  torn.isGone = true
  publish(update(1))
  expect([...closed.received, ...torn.received]).toEqual([hello, hello])
})

test('wakes connection and session for a window, and unsubscribes on stop', () => {
  const { handlers, stop, wakes, listeners } = createStream()
  handlers['stream:wake'](new Page(1))
  expect(wakes()).toEqual([1, 1])
  stop()
  expect(listeners.size).toBe(0)
})

test('watches the votes while a window shows them', () => {
  const { handlers, isWatched } = createStream()
  const [first, second] = [new Page(1), new Page(2)]
  for (const page of [first, second]) handlers['stream:join'](page)
  handlers['stream:votes'](first, true)
  handlers['stream:votes'](second, true)
  handlers['stream:votes'](first, false)
  expect(isWatched()).toBe(true)
  second.emit('destroyed')
  expect(isWatched()).toBe(false)
})

test('watches no votes for a page that was reloaded, or whose window is gone', () => {
  const { handlers, isWatched } = createStream()
  const page = new Page(1)
  handlers['stream:join'](page)
  handlers['stream:votes'](page, true)
  handlers['stream:join'](page)
  expect(isWatched()).toBe(false)
  page.emit('destroyed')
  handlers['stream:votes'](page, true)
  expect(isWatched()).toBe(false)
})

test('watches the thread of each window, the newest last, until the window is gone', () => {
  const { handlers, watchedThreads } = createStream()
  const [first, second] = [new Page(1), new Page(2)]
  handlers['stream:thread'](first, { target: 'vote', id: 1 })
  expect(watchedThreads()).toEqual([])
  for (const page of [first, second]) handlers['stream:join'](page)
  handlers['stream:thread'](first, { target: 'vote', id: 1 })
  handlers['stream:thread'](second, { target: 'post', id: 2 })
  const own: ThreadKey = { target: 'vote', id: 1 }
  const other: ThreadKey = { target: 'post', id: 2 }
  expect(watchedThreads()).toEqual([own, other])
  handlers['stream:thread'](first, { target: 'post', id: 2 })
  expect(watchedThreads()).toEqual([other])
  handlers['stream:thread'](first, { target: 'vote', id: 1 })
  second.emit('destroyed')
  expect(watchedThreads()).toEqual([own])
  // A reloaded page shows none yet.
  handlers['stream:join'](first)
  expect(watchedThreads()).toEqual([])
})
