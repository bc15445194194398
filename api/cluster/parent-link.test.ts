import { beforeEach, expect, test } from 'bun:test'
import { Counter, Gauge, Registry } from 'prom-client'
import { type TestClock, testClock } from '#tests/support/test-clock.ts'
import type { FromChild } from './messages.ts'
import { createParentLink, type ParentLink } from './parent-link.ts'

let clock: TestClock
let sent: FromChild[]
let hear: (message: unknown) => unknown
let link: ParentLink

beforeEach(() => {
  clock = testClock(0)
  sent = []
  const channel = {
    send: (message: FromChild, done = () => {}) => {
      sent.push(message)
      done()
    },
    onMessage: (listener: (message: unknown) => unknown) => {
      hear = listener
    },
  }
  link = createParentLink(channel, 2, clock)
})

/** The figures of a process that has answered `requests`, with a price of no age yet. */
function registry(requests: number): Registry {
  const own = new Registry()
  const registers = [own]
  new Counter({ name: 'requests_total', help: 'Requests', labelNames: ['route'], registers }).inc(
    { route: '/a' },
    requests,
  )
  new Gauge({ name: 'age_seconds', help: 'Age', registers, aggregator: 'omit' }).set(Number.NaN)
  return own
}

test('tells how the start went', async () => {
  link.up('http://127.0.0.1:3000', 'real')
  await link.failed('No.')
  expect(sent).toEqual([
    { type: 'up', url: 'http://127.0.0.1:3000', prices: 'real' },
    { type: 'failed', message: 'No.' },
  ])
})

test('the figures of all are written out once a name, each sample with its process', async () => {
  const scrape = link.share(registry(5))
  const other = registry(7)
  other.setDefaultLabels({ process: '1' })
  const text = scrape()
  expect(sent).toEqual([{ type: 'gather', id: 1 }])
  await hear({ type: 'figures', id: 9 })
  const own = sent.at(-1)
  if (own?.type !== 'figures') throw new Error('it did not send its figures')
  expect(own.id).toBe(9)
  const all = [await other.getMetricsAsJSON(), own.figures]
  await hear(structuredClone({ type: 'gathered', id: 1, all }))
  const lines = (await text).split('\n').filter((line) => line !== '')
  expect(lines.filter((line) => !line.startsWith('#')).sort()).toEqual([
    'age_seconds{process="1"} Nan',
    'age_seconds{process="2"} Nan',
    'requests_total{route="/a",process="1"} 7',
    'requests_total{route="/a",process="2"} 5',
  ])
  expect(lines.filter((line) => line.startsWith('# TYPE'))).toHaveLength(2)
})

test('with a supervisor that says nothing there are the figures of this process', async () => {
  const text = link.share(registry(5))()
  clock.advance(2000)
  expect(await text).toContain('requests_total{route="/a",process="2"} 5')
})

test('what makes no sense is not listened to', async () => {
  const text = link.share(registry(5))()
  for (const message of [null, 'figures', { type: 'gathered', id: 1 }, { type: 'end' }]) {
    await hear(message)
  }
  expect(sent).toHaveLength(1)
  clock.advance(2000)
  await text
})
