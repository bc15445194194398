import { expect, test } from 'bun:test'
import { createReplyCache } from '#api/infrastructure/reply-cache.ts'
import { connectReplies, type Topic } from '#api/modules/reply-topics.ts'
import { testBus } from '#tests/support/test-bus.ts'
import { testClock } from '#tests/support/test-clock.ts'
import { createCards } from './service.ts'

const NOTE = 'secret-of-a-note'
const EMAIL = 'secret@example.com'
const REF_DATE = '2026-11-19T00:00:00.000Z'
const TARGET = '2026-11-26T00:00:00.000Z'

const AUTHOR = { uniqueCode: '7GX2QK', nickname: `${NOTE} ${EMAIL}` }
const VOTE = {
  ...{ id: 7, uid: 1, title: NOTE, voteChoice: 'up', result: 'wait' },
  ...{ offer: { hit: 226, miss: -44 }, points: null, ...AUTHOR, created: REF_DATE, views: 0 },
  ...{ likes: 0, contentExist: 1, targetTime: TARGET, skill: 'early' },
}
const ROUND = {
  ...{
    hasPrevious: true,
    refDate: REF_DATE,
    targetDate: TARGET,
    closesAt: '2026-11-23T00:00:00.000Z',
  },
  ...{ status: 'live', refPrice: '67250.10', votes: null, voters: 3, priced: true, offers: null },
  ...{ chances: null, outcome: null, reference: null, settlement: null, settledAt: null },
  ...{ favorite: null, hours: null, crowd: null, worst: [], receipts: null, candles: [] },
  ...{ checkpoint: null, chancesByVersion: null },
  best: [{ voteId: 7, ...AUTHOR, voteChoice: 'up', offer: VOTE.offer, points: 1, title: NOTE }],
}
const FIGURES = { points: 10, calls: 1, right: 1, impliedPpm: 0, settled: 1 }
const DIRECTION = { calls: 0, right: 0, points: 0 }
const record = (status: string) => ({
  ...{ id: 1, ...AUTHOR, joined: REF_DATE, total: FIGURES },
  byDirection: { up: DIRECTION, steady: DIRECTION, down: DIRECTION },
  season: { season: '2026Q4', rank: null, figures: FIGURES, status, ranksFrom: null },
  ...{ rankedMembers: 5, course: [] },
  before: { calls: 0, points: 0, variance: 0 },
  skill: { level: 'early', z: 0, designEffect: 1 },
})

function setUp() {
  const replies: Record<string, unknown> = {
    '/votes/7/item': VOTE,
    [`/rounds/${TARGET}`]: ROUND,
    '/users/7GX2QK': record('ranked'),
  }
  const drawn: string[] = []
  const bus = testBus()
  const clock = testClock(0)
  const cache = createReplyCache<Topic>({ clock })
  connectReplies(bus, cache)
  const cards = createCards({
    renderer: {
      async draw(card) {
        drawn.push(JSON.stringify(card))
        return new TextEncoder().encode(String(drawn.length))
      },
    },
    replies: cache,
    clock,
    origin: 'https://site.example',
    fetchApi: async (path) => {
      const reply = replies[path.replace('/api/v1', '')]
      return reply ? Response.json(reply) : new Response(null, { status: 404 })
    },
  })
  const get = async (path: string) => {
    const card = cards.find(new Request(`https://site.example/cards/${path}?lang=en`))
    const reply = card && (await cache.get(card))
    return { tag: reply?.etag, headers: reply?.headers, drawn: drawn.length }
  }
  return { ...{ replies, drawn, bus, clock, cards, get } }
}

const PATHS = ['rounds/2026-11-19.png', 'calls/7.png', 'people/7GX2QK.png']

test('no text, nickname or address of a person reaches the drawing', async () => {
  const { get, drawn } = setUp()
  for (const path of PATHS) await get(path)
  expect(drawn).toHaveLength(3)
  expect(drawn[1]).toContain('Call by #7GX2QK')
  for (const card of drawn) expect(card).not.toMatch(/secret/)
})

test('the card of a changed call counts the points that it carries', async () => {
  const { get, drawn, replies } = setUp()
  replies['/votes/7/item'] = { ...VOTE, carried: -50 }
  await get('calls/7.png')
  expect(drawn[0]).toContain('+176 if right · −94 if wrong')
})

test('a card is drawn again only when a figure of it changes', async () => {
  const { get, bus, clock, replies } = setUp()
  const first = await get('people/7GX2QK.png')
  expect(first.tag).toMatch(/^"[^"]+"$/)
  expect(first.headers?.['cache-control']).toBe('public, no-cache')
  bus.publish('vote', { voteId: 1, roundId: 1, first: true })
  clock.advance(2_000)
  expect((await get('people/7GX2QK.png')).drawn).toBe(1)
  replies['/users/7GX2QK'] = { ...record('ranked'), total: { ...FIGURES, points: 11 } }
  bus.publish('round', { event: 'settled', roundId: 1, targetDate: 0 })
  const changed = await get('people/7GX2QK.png')
  expect(changed.drawn).toBe(2)
  expect(changed.tag).not.toBe(first.tag)
})

test.each([
  ['banned', record('banned')],
  ['erased', undefined],
])('cards of a person who was %s become the general one at once', async (_, reply) => {
  const { get, bus, replies } = setUp()
  const general = await get('site.png')
  for (const path of ['calls/7.png', 'people/7GX2QK.png']) {
    expect((await get(path)).tag).not.toBe(general.tag)
  }
  replies['/users/7GX2QK'] = reply
  bus.publish('moderation', { target: 'user', id: 1 })
  for (const path of ['calls/7.png', 'people/7GX2QK.png']) {
    expect((await get(path)).tag).toBe(general.tag)
  }
})

test('unknown things have the general card, other paths have none', async () => {
  const { cards, get } = setUp()
  const general = await get('site.png')
  for (const path of ['calls/8.png', 'rounds/2026-11-20.png', 'people/ZZZZZZ.png']) {
    expect((await get(path)).tag).toBe(general.tag)
  }
  for (const path of ['calls/0.png', 'calls/7.svg', 'people/x.png', 'rounds/x.png', '']) {
    expect(cards.find(new Request(`https://site.example/cards/${path}`))).toBeNull()
  }
})
