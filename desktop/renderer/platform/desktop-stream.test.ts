import { describe, expect, test } from 'bun:test'
import { desktopStream } from './desktop-stream.ts'

/** A window's stream, and the main process's end of it. */
function openWindow() {
  const log: string[] = []
  let listener: ((text: string | null) => void) | null = null
  const stream = desktopStream(
    {
      joinStream: async () => {
        log.push('join')
        return null
      },
      wakeStream: async () => {
        log.push('wake')
        return null
      },
      onStream(next) {
        listener = next
        return () => {
          listener = null
        }
      },
    },
    {
      onMessage: ({ type }) => log.push(type),
      onGap: () => log.push('gap'),
      onState: (isOpen) => log.push(isOpen ? 'open' : 'away'),
    },
  )
  const say = (type: string, seq: number) =>
    listener?.(JSON.stringify({ type, seq, serverDate: '2026-11-21T00:00:00.000Z' }))
  const leave = () => listener?.(null)
  return { stream, log, say, leave }
}

describe('the stream of the main process', () => {
  test('is joined, and open from its greeting on', () => {
    const { stream, log, say } = openWindow()
    stream.start()
    say('hello', 3)
    say('price', 4)
    expect(log).toEqual(['away', 'join', 'open', 'hello', 'price'])
  })

  test('is away when it says so; what comes after has other numbers', () => {
    const { stream, log, say, leave } = openWindow()
    stream.start()
    say('hello', 3)
    leave()
    say('hello', 90)
    say('price', 92)
    expect(log.slice(4)).toEqual(['away', 'open', 'hello', 'gap', 'price'])
  })

  test('is woken only while it is away', () => {
    const { stream, log, say } = openWindow()
    stream.start()
    stream.wake()
    say('hello', 1)
    stream.wake()
    expect(log).toEqual(['away', 'join', 'wake', 'open', 'hello'])
  })

  test('is not heard once it is stopped', () => {
    const { stream, log, say } = openWindow()
    stream.start()
    stream.stop()
    say('hello', 1)
    expect(log).toEqual(['away', 'join', 'away'])
  })
})
