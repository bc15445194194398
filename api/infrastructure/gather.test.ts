import { describe, expect, test } from 'bun:test'
import { AsyncLocalStorage } from 'node:async_hooks'
import fc from 'fast-check'
import { gather } from './gather.ts'

interface Item {
  key: number
  text: string
}

const REFUSED = new Error('one of them is bad')
const AWAY = new Error('nobody is there')

/** Works on items by hand: a go ends when the test says so. */
function rig({ lanes = 2, most = 3 } = {}) {
  const goes: { items: readonly Item[]; end(error?: Error): void }[] = []
  const begun = (items: readonly Item[]) => {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    goes.push({ items, end: (error) => (error ? reject(error) : resolve()) })
    return promise
  }
  const hand = gather<Item, string>({
    one: async (item) => {
      await begun([item])
      return `${item.text} alone`
    },
    many: async (items) => {
      await begun(items)
      return items.map(({ text }) => `${text} of ${items.length}`)
    },
    keyOf: ({ key }) => key,
    isOfOne: (error) => error === REFUSED,
    lanes,
    most,
  })
  return {
    goes,
    hand,
    texts: () => goes.map(({ items }) => items.map(({ text }) => text).join('')),
  }
}

const item = (text: string, key = text.charCodeAt(0)): Item => ({ key, text })
const settle = () => new Promise((resolve) => setImmediate(resolve))

describe('what comes', () => {
  test('goes at once and alone while a lane is free, and together afterwards', async () => {
    const { goes, hand, texts } = rig()
    const results = Promise.all(['a', 'b', 'c', 'd', 'e', 'f'].map((text) => hand(item(text))))
    expect(texts()).toEqual(['a', 'b'])
    goes[1]?.end()
    await settle()
    // Three at most.
    expect(texts()).toEqual(['a', 'b', 'cde'])
    goes[0]?.end()
    await settle()
    expect(texts()).toEqual(['a', 'b', 'cde', 'f'])
    for (const { end } of goes) end()
    expect(await results).toEqual(['a alone', 'b alone', 'c of 3', 'd of 3', 'e of 3', 'f alone'])
    const late = hand(item('g'))
    expect(texts().at(-1)).toBe('g')
    goes.at(-1)?.end()
    expect(await late).toBe('g alone')
  })

  test('of one key never goes together', async () => {
    const { goes, hand, texts } = rig({ lanes: 1 })
    const results = Promise.all(
      ['a', 'b', 'c', 'd'].map((text, index) => hand(item(text, index % 2))),
    )
    for (let go = 0; go < 3; go++) {
      goes[go]?.end()
      await settle()
    }
    expect(texts()).toEqual(['a', 'bc', 'd'])
    expect(await results).toEqual(['a alone', 'b of 2', 'c of 2', 'd alone'])
  })
})

describe('a go that fails', () => {
  test('because of one item is tried item by item, and only that one fails', async () => {
    const { goes, hand, texts } = rig({ lanes: 1 })
    const results = Promise.allSettled(['a', 'b', 'c', 'd'].map((text) => hand(item(text))))
    goes[0]?.end()
    await settle()
    goes[1]?.end(REFUSED)
    await settle()
    expect(texts()).toEqual(['a', 'bcd', 'b', 'c', 'd'])
    goes[2]?.end()
    goes[3]?.end(REFUSED)
    goes[4]?.end()
    expect((await results).map((one) => ('value' in one ? one.value : one.reason))).toEqual([
      'a alone',
      'b alone',
      REFUSED,
      'd alone',
    ])
  })

  test('because nobody is there fails for all, and what comes later goes on', async () => {
    const { goes, hand } = rig({ lanes: 1 })
    const results = Promise.allSettled(['a', 'b', 'c'].map((text) => hand(item(text))))
    goes[0]?.end(AWAY)
    await settle()
    goes[1]?.end(AWAY)
    expect((await results).map(({ status }) => status)).toEqual(Array(3).fill('rejected'))
    const late = hand(item('d'))
    await settle()
    goes[2]?.end()
    expect(await late).toBe('d alone')
  })
})

test('a go is part of what handed in its first item', async () => {
  const trace = new AsyncLocalStorage<string>()
  const seen: unknown[] = []
  const work = async (items: readonly string[]) => {
    seen.push(trace.getStore())
    await settle()
    return [...items]
  }
  const hand = gather<string, string>({
    one: async (text) => (await work([text]))[0] ?? '',
    many: work,
    keyOf: (text) => text,
    isOfOne: () => false,
    lanes: 1,
    most: 10,
  })
  await Promise.all(['a', 'b', 'c'].map((text) => trace.run(text, () => hand(text))))
  expect(seen).toEqual(['a', 'b'])
})

test('whatever comes when, each gets its own result once, and no go breaks its bounds', async () => {
  const steps = fc.array(fc.record({ key: fc.nat(5), waits: fc.nat(3) }), { maxLength: 60 })
  await fc.assert(
    fc.asyncProperty(steps, fc.integer({ min: 1, max: 3 }), async (asked, lanes) => {
      let busy = 0
      const broken: string[] = []
      const work = async (items: readonly { key: number; place: number }[]) => {
        busy++
        if (busy > lanes) broken.push('lanes')
        if (items.length > 4) broken.push('most')
        if (new Set(items.map(({ key }) => key)).size < items.length) broken.push('key')
        await settle()
        busy--
        return items.map(({ place }) => place)
      }
      const hand = gather<{ key: number; place: number }, number>({
        one: async (only) => (await work([only]))[0] ?? -1,
        many: work,
        keyOf: ({ key }) => key,
        isOfOne: () => false,
        lanes,
        most: 4,
      })
      const results: Promise<number>[] = []
      for (const [place, { key, waits }] of asked.entries()) {
        results.push(hand({ key, place }))
        for (let wait = 0; wait < waits; wait++) await settle()
      }
      expect(await Promise.all(results)).toEqual(asked.map((_, place) => place))
      expect(broken).toEqual([])
    }),
  )
})
