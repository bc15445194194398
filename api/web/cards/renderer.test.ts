import { expect, test } from 'bun:test'
import { systemClock } from '#api/infrastructure/clock.ts'
import type { FromThread, ToThread } from '#api/infrastructure/worker-thread.ts'
import { testClock } from '#tests/support/test-clock.ts'
import { siteCard } from './cards.ts'
import { box, type CardElement } from './element.ts'
import { createCardRenderer } from './renderer.ts'

type Reply = FromThread<Uint8Array<ArrayBuffer>, never>

function setUp() {
  const clock = testClock(0)
  const sent: ToThread<CardElement, never>[] = []
  let threads = 0
  let running = 0
  let reply: (reply: Reply) => void = () => {}
  let fail: (error: Error) => void = () => {}
  const renderer = createCardRenderer({
    clock,
    startThread: (onMessage, onFailure) => {
      threads += 1
      running += 1
      reply = onMessage
      fail = onFailure
      return { send: (request) => sent.push(request), stop: () => (running -= 1) }
    },
  })
  return {
    ...{ clock, renderer, sent, threads: () => threads, running: () => running },
    reply: (message: Reply) => reply(message),
    fail: (error: Error) => fail(error),
  }
}

const CARD = box({})
const png = new Uint8Array([1])

test('replies reach the cards that they belong to', async () => {
  const { renderer, sent, reply, threads } = setUp()
  const [one, other] = [renderer.draw(CARD), renderer.draw(CARD)]
  reply({ id: sent[1]?.id ?? 0, error: 'broken' })
  reply({ id: sent[0]?.id ?? 0, result: png })
  expect(await one).toBe(png)
  await expect(other).rejects.toThrow('broken')
  expect(threads()).toBe(1)
})

test('more than 32 waiting cards are refused', async () => {
  const { renderer, sent, reply } = setUp()
  const drawn = Array.from({ length: 32 }, () => renderer.draw(CARD))
  await expect(renderer.draw(CARD)).rejects.toMatchObject({ status: 503 })
  for (const { id } of sent) reply({ id, result: png })
  await Promise.all(drawn)
  const next = renderer.draw(CARD)
  reply({ id: sent.at(-1)?.id ?? 0, result: png })
  expect(await next).toBe(png)
})

test('an idle or hanging thread ends after a minute, and the next card starts one', async () => {
  const { renderer, clock, sent, reply, threads, running } = setUp()
  const drawn = renderer.draw(CARD)
  clock.advance(59_999)
  reply({ id: sent[0]?.id ?? 0, result: png })
  await drawn
  clock.advance(59_999)
  expect(running()).toBe(1)
  clock.advance(1)
  expect(running()).toBe(0)
  const hanging = renderer.draw(CARD)
  expect(threads()).toBe(2)
  clock.advance(60_000)
  await expect(hanging).rejects.toThrow('card hangs')
  expect(running()).toBe(0)
})

test('a failed thread rejects its cards and is replaced', async () => {
  const { renderer, fail, threads } = setUp()
  const drawn = renderer.draw(CARD)
  fail(new Error('out of memory'))
  await expect(drawn).rejects.toThrow('out of memory')
  renderer.draw(CARD).catch(() => {})
  expect(threads()).toBe(2)
  renderer.stop()
})

test('the real thread draws a PNG of 1200 × 630, and refuses a broken card', async () => {
  const renderer = createCardRenderer({ clock: systemClock })
  const options = { locale: 'ko-KR', host: 'tidemark.example' } as const
  const [drawn, broken] = await Promise.allSettled([
    renderer.draw(siteCard(options)),
    renderer.draw(box({ display: 'nonsense' }, 'text')),
  ])
  renderer.stop()
  if (drawn.status === 'rejected') throw drawn.reason
  const bytes = Buffer.from(drawn.value)
  expect(bytes.toString('latin1', 1, 4)).toBe('PNG')
  expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([1200, 630])
  expect(broken.status).toBe('rejected')
})
