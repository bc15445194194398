import { expect, test } from 'bun:test'
import { EventEmitter } from 'node:events'
import { streamCalls } from './stream-calls.ts'

class Page extends EventEmitter {
  readonly mainFrame = {}
  readonly heard: unknown[] = []
  isGone = false
  readonly id: number
  constructor(id: number) {
    super()
    this.id = id
  }
  send = (_channel: string, text: unknown) => void this.heard.push(text)
  isDestroyed = () => this.isGone
}

function stream() {
  const listeners = new Set<(text: string | null) => void>()
  let wakes = 0
  let sessionWakes = 0
  const market = {
    onText(listener: (text: string | null) => void) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    present: () => 'hello',
    wake: () => void wakes++,
  }
  const { calls, stop } = streamCalls(market, () => void sessionWakes++)
  const say = (text: string | null) => {
    for (const listener of listeners) listener(text)
  }
  return { calls, stop, say, listeners, wakes: () => [wakes, sessionWakes] }
}

test('a window that joins hears the present and then every message', () => {
  const { calls, say } = stream()
  const [first, second] = [new Page(1), new Page(2)]
  say('before')
  expect(calls['stream:join'](first)).toBeNull()
  say('one')
  calls['stream:join'](second)
  say(null)
  expect(first.heard).toEqual(['hello', 'one', null])
  expect(second.heard).toEqual(['hello', null])
})

test('a page that was loaded anew hears everything once', () => {
  const { calls, say } = stream()
  const page = new Page(1)
  calls['stream:join'](page)
  calls['stream:join'](page)
  say('one')
  expect(page.heard).toEqual(['hello', 'hello', 'one'])
  expect(page.listenerCount('destroyed')).toBe(1)
})

test('a window that is gone is told nothing', () => {
  const { calls, say } = stream()
  const [closed, torn] = [new Page(1), new Page(2)]
  for (const page of [closed, torn]) calls['stream:join'](page)
  closed.emit('destroyed')
  torn.isGone = true
  say('one')
  expect([...closed.heard, ...torn.heard]).toEqual(['hello', 'hello'])
})

test('a window may wake the stream; nothing is heard after the end', () => {
  const { calls, stop, wakes, listeners } = stream()
  calls['stream:wake'](new Page(1))
  expect(wakes()).toEqual([1, 1])
  stop()
  expect(listeners.size).toBe(0)
})
