import { expect, test } from 'bun:test'
import type { eventSchemas } from '#api/events.ts'
import { testBus } from '#tests/support/test-bus.ts'
import { connectReplies, type Topic } from './reply-topics.ts'

function setUp() {
  const seen: (Topic | 'all')[] = []
  const bus = testBus()
  connectReplies(bus, {
    changed: (topic) => seen.push(topic),
    changedAll: () => seen.push('all'),
  })
  return { bus, seen }
}

test('events change what they are about', () => {
  const { bus, seen } = setUp()
  bus.publish('vote', { voteId: 1, roundId: 1, first: true })
  bus.publish('post', { postId: 1, board: 'frees' })
  bus.publish('reaction', { kind: 'vote', id: 1 })
  bus.publish('reaction', { kind: 'post', id: 1 })
  bus.publish('views', { votes: true, posts: false })
  bus.publish('views', { votes: false, posts: true })
  bus.publish('nickname', { userId: 1 })
  bus.publish('moderation', { target: 'user', id: 1 })
  bus.publish('round', { event: 'settled', roundId: 1, targetDate: 0 })
  bus.publish('season', { season: '2026Q4' })
  bus.publish('ranks', {})
  expect(seen).toEqual([
    ...(['vote', 'post', 'voteReaction', 'postReaction', 'voteViews', 'postViews'] as const),
    ...(['nickname', 'moderation', 'round', 'season', 'ranks'] as const),
  ])
})

test('prices, candles and sessions change no reply by an event', () => {
  const { bus, seen } = setUp()
  const source: (typeof eventSchemas.price.static)['source'] = 'binance'
  bus.publish('price', { price: '60000.00', time: 1, source })
  bus.publish('candles', { source })
  bus.publish('sessionRevoked', { sessionId: 'a', at: 1 })
  expect(seen).toEqual([])
})

test('an invalidation of all caches changes everything', () => {
  const { bus, seen } = setUp()
  bus.invalidateAll()
  expect(seen).toEqual(['all'])
})
