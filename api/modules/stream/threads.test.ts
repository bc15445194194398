import { expect, test } from 'bun:test'
import { NOW } from '#tests/support/samples.ts'
import { testBus } from '#tests/support/test-bus.ts'
import { testClock } from '#tests/support/test-clock.ts'
import { createThreads } from './threads.ts'

/** Threads with windows that are only names. */
function setUp() {
  const clock = testClock(NOW)
  const bus = testBus()
  const sent: string[] = []
  const threads = createThreads<string>({
    send: (window, { target, id }) => void sent.push(`${window}: ${target} ${id}`),
    bus,
    clock,
  })
  const stop = threads.start()
  const change = (target: 'vote' | 'post', id: number) =>
    bus.publish('reply', { replyId: 1, target, id })
  return { clock, sent, threads, change, stop }
}

test('a change reaches the windows of its thread at once', () => {
  const { sent, threads, change } = setUp()
  threads.apply('a', 'thread vote 12')
  threads.apply('b', 'thread post 12')
  change('vote', 12)
  change('vote', 13)
  expect(sent).toEqual(['a: vote 12'])
})

test('a window gets the threads of its last request, until it closes or requests none', () => {
  const { sent, threads, change, clock } = setUp()
  threads.apply('a', 'thread vote 1')
  threads.apply('a', 'thread vote 2')
  threads.apply('b', 'thread vote 2')
  threads.apply('c', 'thread vote 2')
  threads.apply('b', 'no thread')
  threads.remove('c')
  change('vote', 1)
  change('vote', 2)
  clock.advance(1_000)
  expect(sent).toEqual(['a: vote 2'])
})

test('a process of several windows gets the threads of all', () => {
  const { sent, threads, change } = setUp()
  threads.apply('a', 'thread vote 1 post 1 vote 2')
  for (const id of [1, 2, 3]) change('vote', id)
  change('post', 1)
  expect(sent).toEqual(['a: vote 1', 'a: vote 2', 'a: post 1'])
  threads.remove('a')
  change('post', 1)
  expect(sent.length).toBe(3)
})

test('many changes are two messages a second', () => {
  const { sent, threads, change, clock } = setUp()
  threads.apply('a', 'thread vote 1')
  for (let time = 0; time < 2_000; time += 100) {
    change('vote', 1)
    clock.advance(100)
  }
  // The first at once, and one behind each pause.
  expect(sent.length).toBe(5)
  clock.advance(1_000)
  expect(sent.length).toBe(5)
})

test.each([
  'thread',
  'thread vote',
  'thread vote 0',
  'thread note 1',
  'thread vote 1 ',
  'thread vote 1 vote',
  `thread${' vote 1'.repeat(9)}`,
  'x',
])('refuses %p', (text) => {
  expect(setUp().threads.apply('a', text)).toBe(false)
})
