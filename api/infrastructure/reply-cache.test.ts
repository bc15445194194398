import { describe, expect, test } from 'bun:test'
import { testClock } from '#tests/support/test-clock.ts'
import { type PreparedReply, prepareText } from './prepared-reply.ts'
import { createReplyCache, type ReplySource } from './reply-cache.ts'

type Topic = 'rare' | 'frequent' | 'other'
type Options = Partial<ReplySource<Topic>> & { maxAgeMs?: number }

function setUp() {
  const clock = testClock(0)
  const cache = createReplyCache<Topic>({ clock })
  let builds = 0
  const get = (key: string, { maxAgeMs, ...options }: Options = {}) =>
    cache.get({
      key,
      topics: ['rare'],
      build() {
        builds += 1
        return prepareText(`${key} ${builds}`, maxAgeMs === undefined ? {} : { maxAgeMs })
      },
      ...options,
    })
  return { clock, cache, get, builds: () => builds }
}

const textOf = ({ body }: PreparedReply) => new TextDecoder().decode(body)

/** Lets everything that is ready happen. */
const turn = () => new Promise<void>((resolve) => setImmediate(resolve))

describe('a reply', () => {
  test('is built once for readers at the same time and after, by key', async () => {
    const { get, builds } = setUp()
    const replies = await Promise.all([get('a'), get('a'), get('b')])
    expect(replies[0]).toBe(replies[1])
    expect(replies[0]).not.toBe(replies[2])
    expect(get('a')).toBe(replies[0])
    expect(builds()).toBe(2)
  })

  test('is built again after a change of its topics, or of anything, and after no other', async () => {
    const { cache, clock, get, builds } = setUp()
    const buildsAfter = async (change: () => void) => {
      await get('a')
      const before = builds()
      change()
      await get('a')
      return builds() - before
    }
    expect(await buildsAfter(() => clock.advance(86_400_000))).toBe(0)
    expect(await buildsAfter(() => cache.changed('other'))).toBe(0)
    expect(await buildsAfter(() => cache.changed('rare'))).toBe(1)
    expect(await buildsAfter(() => cache.changedAll())).toBe(1)
  })

  test('follows frequent changes once it is old enough', async () => {
    const { cache, clock, get, builds } = setUp()
    const options = { frequent: { topics: ['frequent'] as const, every: 2_000 } }
    for (let second = 0; second < 9; second++) {
      cache.changed('frequent')
      await get('a', options)
      clock.advance(1_000)
    }
    await get('a', options)
    expect(builds()).toBe(5)
    clock.advance(60_000)
    await get('a', options)
    expect(builds()).toBe(5)
  })

  test('is built again when its state differs', async () => {
    const { get, builds } = setUp()
    let version = 1
    const state = () => version
    await get('a', { state })
    await get('a', { state })
    version = 2
    await get('a', { state })
    expect(builds()).toBe(2)
  })

  test('with an age is built again at that age, and after a clock was set back', async () => {
    const { clock, get, builds } = setUp()
    await get('a', { maxAgeMs: 2_000 })
    clock.advance(1_999)
    await get('a', { maxAgeMs: 2_000 })
    expect(builds()).toBe(1)
    clock.advance(1)
    await get('a', { maxAgeMs: 2_000 })
    expect(builds()).toBe(2)
    clock.jump(clock.now() - 60_000)
    await get('a', { maxAgeMs: 2_000 })
    expect(builds()).toBe(3)
  })

  test('that has only aged is returned while it is built again, up to a limit', async () => {
    const { cache, clock, get } = setUp()
    const options = {
      maxAgeMs: 2_000,
      servedMs: 5_000,
      frequent: { topics: ['frequent'] as const, every: 2_000 },
    }
    const first = await get('a', options)
    clock.advance(2_000)
    expect(get('a', options)).toBe(first)
    expect(cache.peek('a')).toBe(first)
    await turn()
    const second = get('a', options)
    expect(second).not.toBe(first)
    expect(second).not.toBeInstanceOf(Promise)
    clock.advance(2_000)
    cache.changed('frequent')
    expect(get('a', options)).toBeInstanceOf(Promise)
    await turn()
    clock.advance(5_000)
    expect(cache.peek('a')).toBeNull()
    expect(get('a', options)).toBeInstanceOf(Promise)
    await turn()
    cache.changed('rare')
    expect(cache.peek('a')).toBeNull()
  })

  test('changed during its build is built again for the next reader', async () => {
    const { cache, get } = setUp()
    const slow = Promise.withResolvers<void>()
    const first = get('a', {
      build: async () => {
        await slow.promise
        return prepareText('secret')
      },
    })
    await turn()
    cache.changed('rare')
    const next = get('a', { build: () => prepareText('hidden') })
    slow.resolve()
    await first
    expect(textOf(await next)).toBe('hidden')
    expect(textOf(await get('a'))).toBe('hidden')
  })

  test('that cannot be built rejects, is not cached, and leaves readers after a change alone', async () => {
    const { cache, get } = setUp()
    const slow = Promise.withResolvers<PreparedReply>()
    const failed = Promise.resolve(get('a', { build: () => slow.promise })).catch(() => 'failed')
    await turn()
    cache.changed('rare')
    const next = get('a')
    slow.reject(new Error('broken'))
    expect(await failed).toBe('failed')
    expect(textOf(await next)).toBe('a 1')
  })

  test('is given to the next build', async () => {
    const { cache, get } = setUp()
    const seen: (string | null)[] = []
    const build = (previous: PreparedReply | null) => {
      seen.push(previous && textOf(previous))
      return previous ?? prepareText('same')
    }
    const first = await get('a', { build })
    cache.changed('rare')
    expect(await get('a', { build })).toBe(first)
    expect(seen).toEqual([null, 'same'])
  })
})

test('a crawl of many addresses evicts no common reply', async () => {
  const { get, builds } = setUp()
  const first = await get('home')
  for (let person = 0; person < 3_000; person++) await get(`${person}`, { isOneOfMany: true })
  expect(get('home')).toBe(first)
  const before = builds()
  await get('2999', { isOneOfMany: true })
  expect(builds()).toBe(before)
  await get('0', { isOneOfMany: true })
  expect(builds()).toBe(before + 1)
})

test('large replies are bounded by their bytes', async () => {
  const cache = createReplyCache({ clock: testClock(0), many: { max: 1_000, maxSize: 10_000_000 } })
  let builds = 0
  const read = (key: string) =>
    cache.get({
      key,
      topics: [],
      isOneOfMany: true,
      build() {
        builds += 1
        return prepareText(crypto.getRandomValues(new Uint8Array(500_000)).toHex())
      },
    })
  const keys = Array.from({ length: 40 }, (_, index) => `${index}`)
  for (const key of keys) await read(key)
  // Of a megabyte and its compressed half a megabyte each.
  for (const key of keys.slice(-6)) await read(key)
  expect(builds).toBe(40)
  for (const key of keys.slice(0, 34)) await read(key)
  expect(builds).toBe(74)
})
