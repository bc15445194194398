import { describe, expect, test } from 'bun:test'
import { eventually } from '#tests/support/eventually.ts'
import { testClock } from '#tests/support/test-clock.ts'
import { createEcho } from './echo.ts'

describe('an echo', () => {
  test('proves a connection that delivers what it sends', async () => {
    const echo = createEcho(testClock(0), 'no echo')
    await echo.prove(async (message) => expect(echo.receive(message)).toBe(true))
  })

  test('is neither an event nor the message of another instance', async () => {
    const clock = testClock(0)
    const [own, other] = [createEcho(clock, 'no echo'), createEcho(clock, 'no echo')]
    expect(own.receive('{}')).toBe(false)
    const sent: string[] = []
    const proof = own.prove(async (message) => sent.push(message))
    proof.catch(() => {})
    await other.prove(async (message) => {
      expect(own.receive(message)).toBe(true)
      other.receive(message)
    })
    await eventually(() => clock.pending() > 0)
    clock.advance(5_000)
    await expect(proof).rejects.toThrow('no echo')
  })

  test('is sent every ten seconds, and reports a failure once at a time', async () => {
    const clock = testClock(0)
    const echo = createEcho(clock, 'no echo')
    const failures: unknown[] = []
    let sent = 0
    const stop = echo.repeat(
      async () => {
        sent += 1
      },
      (error) => failures.push(error),
    )
    clock.advance(10_000)
    await eventually(() => clock.pending() === 2)
    clock.advance(4_999)
    expect([sent, failures]).toEqual([1, []])
    clock.advance(1)
    await eventually(() => failures.length === 1)
    expect(failures).toEqual([new Error('no echo')])
    stop()
    clock.advance(60_000)
    expect(sent).toBe(1)
  })

  test('ends its proof with the error of the connection', async () => {
    const echo = createEcho(testClock(0), 'no echo')
    const proof = echo.prove(async () => {})
    echo.cancel(new Error('the connection closed'))
    await expect(proof).rejects.toThrow('the connection closed')
  })
})
