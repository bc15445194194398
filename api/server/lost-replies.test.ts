import { expect, test } from 'bun:test'
import { testClock } from '#tests/support/test-clock.ts'
import { watchLostReplies } from './lost-replies.ts'

const MINUTE_MS = 60_000

function watched() {
  const clock = testClock(0)
  const calls: string[] = []
  let loseReply = () => {}
  watchLostReplies({
    clock,
    database: {
      onLostReply(listener) {
        loseReply = listener
      },
    },
    bus: {
      invalidateEverywhere: () => calls.push('invalidate'),
      reportLostEvents: () => calls.push('lost'),
    },
  })
  return { clock, calls, loseReply: () => loseReply() }
}

test('a lost reply invalidates all caches for a minute, and then open pages', () => {
  const { clock, calls, loseReply } = watched()
  loseReply()
  expect(calls).toEqual(['invalidate'])
  clock.advance(MINUTE_MS - 1)
  expect(calls).toEqual(Array(12).fill('invalidate'))
  clock.advance(1)
  expect(calls.slice(12)).toEqual(['lost'])
  clock.advance(10 * MINUTE_MS)
  expect(calls).toHaveLength(13)
})

test('many of them invalidate no more often, and pages once after the last one', () => {
  const { clock, calls, loseReply } = watched()
  for (let second = 0; second < 58; second++) {
    loseReply()
    clock.advance(1_000)
  }
  clock.advance(MINUTE_MS + 5_000)
  // Every 5 s: the first twelve, and twelve after the last reply.
  expect(calls).toEqual([...Array(24).fill('invalidate'), 'lost'])
  loseReply()
  expect(calls.slice(25)).toEqual(['invalidate'])
})
