import { describe, expect, test } from 'bun:test'
import { prepareText } from '#api/infrastructure/prepared-reply.ts'
import { testBus } from '#tests/support/test-bus.ts'
import { testClock } from '#tests/support/test-clock.ts'
import { createPageCache, PagesBusyError } from './page-cache.ts'
import { findPublicPage, type PublicPage } from './public-pages.ts'

function pageAt(path: string): PublicPage {
  const page = findPublicPage(path)
  if (!page) throw new Error(`${path} is no public page`)
  return page
}

function setUp() {
  const bus = testBus()
  const clock = testClock(0)
  const cache = createPageCache({ bus, clock })
  let renders = 0
  const get = (path: string, key = path) =>
    cache.get(pageAt(path), key, async () => {
      renders += 1
      return prepareText(`${path} ${renders}`)
    })
  return { bus, clock, cache, get, renders: () => renders }
}

describe('a page', () => {
  test('is rendered once for readers at the same time and after', async () => {
    const { get, renders } = setUp()
    const replies = await Promise.all([get('/terms'), get('/terms'), get('/terms', '/terms ko')])
    expect(replies[0]).toBe(replies[1])
    expect(replies[0]).not.toBe(replies[2])
    expect(get('/terms')).toBe(replies[0])
    expect(renders()).toBe(2)
  })

  test('without a price is cached until its data change', async () => {
    const { bus, clock, get, renders } = setUp()
    await get('/boards/notices')
    clock.advance(86_400_000)
    bus.publish('vote', { voteId: 1, roundId: 1, first: true })
    await get('/boards/notices')
    expect(renders()).toBe(1)
    bus.publish('post', { postId: 1, board: 'notices' })
    await get('/boards/notices')
    expect(renders()).toBe(2)
  })

  test('with a price is rendered again after two seconds', async () => {
    const { clock, get, renders } = setUp()
    await get('/')
    clock.advance(1_999)
    await get('/')
    expect(renders()).toBe(1)
    clock.advance(1)
    await get('/')
    expect(renders()).toBe(2)
  })

  test('that has merely aged is returned while it is rendered again, up to five seconds', async () => {
    const { bus, clock, get, renders } = setUp()
    const first = await get('/')
    clock.advance(2_000)
    expect(get('/')).toBe(first)
    expect(get('/')).toBe(first)
    expect(renders()).toBe(2)
    await Bun.sleep(0)
    const second = get('/')
    expect(second).not.toBe(first)
    clock.advance(2_000)
    bus.publish('vote', { voteId: 1, roundId: 1, first: true })
    expect(get('/')).toBeInstanceOf(Promise)
    await Bun.sleep(0)
    clock.advance(5_000)
    expect(get('/')).toBeInstanceOf(Promise)
    await Bun.sleep(0)
    bus.publish('moderation', { target: 'user', id: 1 })
    expect(get('/')).toBeInstanceOf(Promise)
  })

  test('follows frequent events within two seconds and all others at once', async () => {
    const { bus, clock, get, renders } = setUp()
    await get('/ranking')
    for (let vote = 0; vote < 100; vote++) {
      bus.publish('vote', { voteId: vote, roundId: 1, first: true })
      await get('/ranking')
    }
    expect(renders()).toBe(1)
    clock.advance(2_000)
    await get('/ranking')
    expect(renders()).toBe(2)
    bus.publish('moderation', { target: 'user', id: 1 })
    await get('/ranking')
    bus.invalidateAll()
    await get('/ranking')
    expect(renders()).toBe(4)
  })

  test('hidden during its render is rendered again for the next reader', async () => {
    const { bus, cache } = setUp()
    const slow = Promise.withResolvers<void>()
    const page = pageAt('/boards/notices/view/1')
    const first = cache.get(page, 'post', async () => {
      await slow.promise
      return prepareText('secret')
    })
    bus.publish('moderation', { target: 'post', id: 1 })
    const next = await cache.get(page, 'post', async () => prepareText('hidden'))
    slow.resolve()
    await first
    const last = await cache.get(page, 'post', async () => prepareText('still hidden'))
    const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes)
    expect(text(next.body)).toBe('hidden')
    expect(text(last.body)).not.toBe('secret')
  })
})

test('too many renders in a second are refused, cached pages are not', async () => {
  const { clock, get } = setUp()
  const cachedPage = await get('/terms')
  const renderAll = () =>
    Promise.allSettled(Array.from({ length: 100 }, (_, page) => get('/ranking', `${page}`)))
  const refused = (await renderAll()).flatMap((one) =>
    one.status === 'rejected' ? [one.reason] : [],
  )
  expect(refused.length).toBeGreaterThan(0)
  for (const error of refused) expect(error).toBeInstanceOf(PagesBusyError)
  expect(get('/terms')).toBe(cachedPage)
  clock.advance(1_000)
  expect(await get('/ranking', 'new')).toBeDefined()
})

test('a flood of new addresses leaves renders to the pages that people read', async () => {
  const { clock, get, renders } = setUp()
  await get('/')
  clock.advance(10_000)
  const flood = Array.from({ length: 10_000 }, (_, page) => get('/ranking', `${page}`))
  const settled = await Promise.allSettled(flood)
  expect(settled.filter(({ status }) => status === 'fulfilled').length).toBeLessThan(60)
  const before = renders()
  await get('/')
  expect(renders()).toBe(before + 1)
})

test('large pages are bounded by their bytes', async () => {
  const { bus, clock } = setUp()
  const cache = createPageCache({ bus, clock, maxBytes: 10_000_000 })
  const page = pageAt('/terms')
  let renders = 0
  const read = async (key: string) => {
    await cache.get(page, key, async () => {
      renders += 1
      return prepareText(crypto.getRandomValues(new Uint8Array(500_000)).toHex())
    })
    clock.advance(1000)
  }
  const keys = Array.from({ length: 40 }, (_, index) => `/terms ${index}`)
  for (const key of keys) await read(key)
  // Of a megabyte and its compressed half a megabyte each.
  const left = keys.slice(-6)
  for (const key of left) await read(key)
  expect(renders).toBe(40)
  for (const key of keys.slice(0, 34)) await read(key)
  expect(renders).toBe(74)
})
