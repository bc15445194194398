import { afterEach, beforeEach, expect, spyOn, test } from 'bun:test'
import { createEmitter } from '#desktop/shared/emitter.ts'
import { SAMPLE_NOW } from '#tests/support/market-samples.ts'
import { testClock } from '#tests/support/test-clock.ts'
import { createBackgroundLoader } from './background-module.ts'

// Each failed attempt is in the console of the page.
const warn = spyOn(console, 'warn')
beforeEach(() => {
  warn.mockImplementation(() => {})
})
afterEach(() => {
  warn.mockReset()
})

/** Lets the attempts that have started end. */
const settle = async () => {
  for (let turn = 0; turn < 10; turn++) await Promise.resolve()
}

/** A page on which the first `failures` attempts to load a chunk fail. */
function openPage(failures: number, isReachable = true) {
  const clock = testClock(SAMPLE_NOW)
  const returns = createEmitter<undefined>()
  const seen = { attempts: 0, loaded: 0, failures: 0, offers: 0 }
  const start = createBackgroundLoader({
    after: clock.after,
    onReturn: (listener) => returns.subscribe(listener),
    isReachable: async () => isReachable,
    onMissing: () => {
      seen.offers += 1
    },
  })
  const load = async () => {
    seen.attempts += 1
    if (seen.attempts <= failures) throw new Error('404')
    return 'module'
  }
  const loading = start(load, {
    onLoaded: () => {
      seen.loaded += 1
    },
    onFailure: () => {
      seen.failures += 1
    },
  })
  return {
    seen,
    loading,
    async pass(ms: number) {
      await settle()
      clock.advance(ms)
      await settle()
    },
    async comeBack() {
      returns.emit(undefined)
      await settle()
    },
    pending: clock.pending,
  }
}

test('a chunk that failed is loaded again after a wait, without an event', async () => {
  const { seen, pass, pending } = openPage(1)
  await pass(999)
  expect(seen).toEqual({ attempts: 1, loaded: 0, failures: 1, offers: 0 })
  await pass(1)
  expect(seen).toEqual({ attempts: 2, loaded: 1, failures: 1, offers: 0 })
  await pass(600_000)
  expect(seen.attempts).toBe(2)
  expect(pending()).toBe(0)
})

test('waits grow to half a minute, and end when the network or the reader is back', async () => {
  const { seen, pass, comeBack, loading } = openPage(100, false)
  for (const wait of [1_000, 3_000, 10_000, 30_000, 30_000]) {
    const before = seen.attempts
    await pass(wait - 1)
    expect(seen.attempts).toBe(before || 1)
    await pass(1)
    expect(seen.attempts).toBe((before || 1) + 1)
  }
  await comeBack()
  expect(seen.attempts).toBe(7)
  loading.retry()
  await pass(0)
  expect(seen.attempts).toBe(8)
})

test('a reload is offered once, for a chunk that a reachable server does not send', async () => {
  const { seen, pass } = openPage(100)
  await pass(1_000)
  expect(seen.offers).toBe(0)
  await pass(3_000)
  expect(seen.offers).toBe(1)
  await pass(10_000)
  await pass(30_000)
  expect(seen).toEqual({ attempts: 5, loaded: 0, failures: 5, offers: 1 })
})

test('no reload is offered while the server is away', async () => {
  const { seen, pass } = openPage(100, false)
  for (const wait of [1_000, 3_000, 10_000, 30_000]) await pass(wait)
  expect(seen).toMatchObject({ failures: 5, offers: 0 })
})

test('a cancelled load tries no more', async () => {
  const { seen, pass, loading, pending } = openPage(100)
  await pass(0)
  loading.cancel()
  expect(pending()).toBe(0)
  loading.retry()
  await pass(60_000)
  expect(seen.attempts).toBe(1)
})
