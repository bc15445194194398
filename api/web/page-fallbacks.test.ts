import { expect, test } from 'bun:test'
import { createMetrics } from '#api/infrastructure/metrics.ts'
import { testClock } from '#tests/support/test-clock.ts'
import { createPageFallbacks, PageMissingError } from './page-fallbacks.ts'
import { PagesBusyError } from './render-limit.ts'

function setUp() {
  const lines: unknown[][] = []
  const clock = testClock(0)
  const metrics = createMetrics()
  const write =
    (level: string) =>
    (...line: unknown[]) =>
      lines.push([level, ...line])
  const log = { warn: write('warn'), error: write('error') }
  const { statusFor } = createPageFallbacks({ clock, log, metrics })
  const counts = async () => {
    const { values } = await metrics.pageFallbacks.get()
    return Object.fromEntries(values.map(({ labels, value }) => [labels.reason, value]))
  }
  return { statusFor, counts, lines, clock }
}

const HOME = { name: 'home', isFixed: true } as const
const USER = { name: 'user', isFixed: false } as const

test('an unknown person, round or query is not found, and no fall-back', async () => {
  const { statusFor, counts, lines } = setUp()
  expect(statusFor(USER, new PageMissingError('/u/ZZZZZZ'))).toBe(404)
  expect(await counts()).toEqual({ missing: 0, failed: 0, busy: 0 })
  expect(lines).toEqual([])
})

test('a page that always exists is sent without content, counted and logged', async () => {
  const { statusFor, counts, lines } = setUp()
  expect(statusFor(HOME, new PageMissingError('/'))).toBe(200)
  expect(await counts()).toMatchObject({ missing: 1 })
  expect(lines).toEqual([
    ['warn', { page: 'home', reason: 'missing' }, 'a page was sent without its content'],
  ])
})

test('a failed render and a crowd of readers are counted apart', async () => {
  const { statusFor, counts, lines } = setUp()
  const failure = new Error('broken')
  expect(statusFor(USER, failure)).toBe(200)
  expect(statusFor(USER, new PagesBusyError('Too many new pages.'))).toBe(200)
  expect(await counts()).toEqual({ missing: 0, failed: 1, busy: 1 })
  expect(lines).toEqual([
    ['error', { err: failure, page: 'user' }, 'a page could not be rendered'],
    ['warn', { page: 'user', reason: 'busy' }, 'a page was sent without its content'],
  ])
})

test('readers cause one line a minute for a page and reason, however many they request', async () => {
  const { statusFor, counts, lines, clock } = setUp()
  const flood = () => {
    for (let request = 0; request < 1000; request++) statusFor(USER, new PagesBusyError('busy'))
  }
  flood()
  clock.advance(59_999)
  flood()
  expect(lines.length).toBe(1)
  statusFor(HOME, new PagesBusyError('busy'))
  clock.advance(1)
  flood()
  expect(lines.length).toBe(3)
  expect(await counts()).toMatchObject({ busy: 3001 })
})
