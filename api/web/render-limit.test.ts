import { expect, test } from 'bun:test'
import { testClock } from '#tests/support/test-clock.ts'
import { createRenderLimit, PagesBusyError } from './render-limit.ts'

function setUp() {
  const clock = testClock(0)
  const admit = createRenderLimit(clock)
  const admitted = (count: number, isNew: boolean) => {
    let done = 0
    for (let render = 0; render < count; render++) {
      try {
        admit(isNew)
        done += 1
      } catch (error) {
        expect(error).toBeInstanceOf(PagesBusyError)
      }
    }
    return done
  }
  return { clock, admitted }
}

test('too many renders in a second are refused', () => {
  const { clock, admitted } = setUp()
  expect(admitted(100, false)).toBe(60)
  clock.advance(1_000)
  expect(admitted(1, false)).toBe(1)
})

test('a flood of new addresses leaves renders to the pages that people read', () => {
  const { admitted } = setUp()
  expect(admitted(10_000, true)).toBe(30)
  expect(admitted(100, false)).toBe(30)
})
