import { expect, test } from 'bun:test'
import { createSeconds } from './seconds.ts'

test('the second is that of the time, and follows a correction at once', () => {
  let now = 5_400
  const { store, refresh } = createSeconds(() => now)
  const seen: number[] = []
  store.subscribe(() => seen.push(store.getState()))
  expect(store.getState()).toBe(5_000)
  now = 5_900
  refresh()
  now = 86_405_999
  refresh()
  now = 6_000
  refresh()
  expect(seen).toEqual([86_405_000, 6_000])
})
