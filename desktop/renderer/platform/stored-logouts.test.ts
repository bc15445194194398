import { afterEach, beforeEach, expect, jest, test } from 'bun:test'
import { ApiFailure } from '#desktop/shared/api-failure.ts'
import { createLogoutQueue } from '#desktop/shared/logout-queue.ts'
import type { Preferences } from './platform.ts'
import { storedLogouts } from './stored-logouts.ts'

beforeEach(() => {
  jest.useFakeTimers()
})
afterEach(() => {
  jest.useRealTimers()
})

const unreachable = new ApiFailure(0, 'UNREACHABLE', '')

/** Visits of one browser, whose server answers as `plan` says. */
function createBrowser() {
  const stored = new Map<string, string>()
  const plan: { failure: ApiFailure | null; stores: boolean } = { failure: null, stores: true }
  const sent: string[] = []
  const preferences: Preferences = {
    read: (key) => stored.get(key) ?? null,
    write: (key, value) => plan.stores && stored.set(key, value) !== undefined,
    remove: (key) => {
      stored.delete(key)
    },
    onExternalChange: () => () => {},
  }
  const visit = () =>
    createLogoutQueue(async (token) => {
      sent.push(token)
      if (plan.failure) throw plan.failure
    }, storedLogouts(preferences))
  return { plan, sent, stored, visit }
}

const turn = async () => {
  for (let step = 0; step < 20; step++) await Promise.resolve()
}

test('repeats at the next visit a logout that the server did not answer', async () => {
  const { plan, sent, stored, visit } = createBrowser()
  plan.failure = unreachable
  const first = visit()
  first.enqueue('r1')
  await turn()
  await first.stop()
  plan.failure = null
  const second = visit()
  second.wake()
  await turn()
  second.wake()
  await turn()
  expect(sent).toEqual(['r1', 'r1'])
  expect([...stored]).toEqual([])
})

test.each([
  ['drops', 'a refusal', new ApiFailure(400, 'INVALID', ''), []],
  ['keeps', 'an error of the server', new ApiFailure(500, 'INTERNAL', ''), ['r1']],
  ['keeps', 'the request limit', new ApiFailure(429, 'RATE_LIMITED', ''), ['r1']],
  ['keeps', 'the refusal of a proxy', new ApiFailure(403, 'UNREACHABLE', ''), ['r1']],
])('%s a logout after %s', async (_verb, _reply, failure, left) => {
  const { plan, stored, visit } = createBrowser()
  plan.failure = failure
  visit().enqueue('r1')
  await turn()
  expect([...stored.values()]).toEqual(left)
})

test('keeps the logout of another tab that is still without an answer', async () => {
  const { plan, stored, visit } = createBrowser()
  plan.failure = unreachable
  visit().enqueue('r1')
  await turn()
  plan.failure = null
  visit().enqueue('r2')
  await turn()
  expect([...stored.values()]).toEqual(['r1'])
})

test('repeats a logout in the same visit where the browser refuses storage', async () => {
  const { plan, sent, visit } = createBrowser()
  plan.stores = false
  plan.failure = unreachable
  const logouts = visit()
  logouts.enqueue('r1')
  await turn()
  plan.failure = null
  logouts.wake()
  await turn()
  expect(sent).toEqual(['r1', 'r1'])
})
