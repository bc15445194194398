import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { threadCpu } from '#tests/support/thread-cpu.ts'
import { REPORT_MAX, scrubReport } from './scrub-report.ts'

const messageOf = (message: string) => scrubReport({ name: 'Error', message, stack: '' }).message
const stackOf = (...lines: string[]) =>
  scrubReport({ name: 'Error', message: '', stack: lines.join('\n') }).stack

describe('the message', () => {
  test.each([
    ['/vote/view/123 failed', '/vote/view/:id failed'],
    ['GET https://tidemark.example/u/Ab12Cd?lang=ko#top', 'GET https://tidemark.example/u/:code'],
    ['no round /rounds/2026-11-19', 'no round /rounds/:date'],
    ['wss://mina:secret@tidemark.example/stream', 'wss://tidemark.example/stream'],
    ['open /home/mina/.config/app', 'open ~/.config/app'],
    ['open C:\\Users\\Mina Kim\\AppData\\x', 'open ~\\AppData\\x'],
    ['mina@example.com has Bearer abc', '[e-mail] has Bearer [hidden]'],
    [
      'Unexpected token \'h\', "I buy "more" now"... is not valid JSON',
      'Unexpected token "…"... is not valid JSON',
    ],
    ["Can't read 'a whole sentence, isn't it' here", 'Can\'t read "…" here'],
    ['no 내용 in "비밀"', 'no 내용 in "…"'],
    ['one\u0000two\u2028three', 'one two three'],
  ])('%p becomes %p', (message, scrubbed) => {
    expect(messageOf(message)).toBe(scrubbed)
  })

  test.each([
    "Cannot read properties of undefined (reading 'price')",
    "Failed to execute 'removeChild' on 'Node': The node is not a child of this node.",
    'Minified React error #418; visit https://react.dev/errors/',
    'Failed to fetch dynamically imported module: https://tidemark.example/assets/a-Bc1.js',
  ])('%p stays', (message) => {
    expect(messageOf(message)).toBe(message)
  })
})

describe('the stack', () => {
  test('consists of frames only, of every engine', () => {
    const frames = [
      'at cast (https://tidemark.example/assets/vote-a1.js:1:2345)',
      'at async https://tidemark.example/assets/index-b2.js:3:4',
      'at Array.map (<anonymous>)',
      'cast@app://tidemark/assets/index-b2.js:1:20',
    ]
    expect(stackOf('TypeError: my draft', 'at home I write', ...frames)).toBe(frames.join('\n'))
  })

  test('names neither ids nor queries nor home folders', () => {
    expect(stackOf('at https://t.example/vote/view/7?x=1:2:3')).toBe(
      'at https://t.example/vote/view/:id:2:3',
    )
    expect(stackOf('at a (file:///Users/mina/app/out/main/index.js:12:34)')).toBe(
      'at a (file://~/app/out/main/index.js:12:34)',
    )
  })
})

test('a name is an identifier', () => {
  const nameOf = (name: string) => scrubReport({ name, message: '', stack: '' }).name
  expect(['TypeError', 'My draft', 'x'.repeat(50)].map(nameOf)).toEqual([
    'TypeError',
    'Error',
    'Error',
  ])
})

test('any text is bounded, and scrubbed for good', () => {
  const text = fc.string({ unit: 'binary', maxLength: 6_000 })
  fc.assert(
    fc.property(text, text, text, (name, message, stack) => {
      const once = scrubReport({ name, message, stack: `at x (${stack}:1:2)` })
      expect(once.name.length).toBeLessThanOrEqual(REPORT_MAX.name)
      expect(once.message.length).toBeLessThanOrEqual(REPORT_MAX.message)
      expect(once.stack.length).toBeLessThanOrEqual(REPORT_MAX.stack)
      expect(`${once.message}${once.stack}`).not.toMatch(/[^\P{Cc}\n]/u)
    }),
  )
})

const pieces = ['/', '"', "'", ':', ':1', '1:', 'at ', '@', '/home/', '?', '/u/', 'JSON"', ' a:1:1']
test.each([...pieces, `:${'1'.repeat(60)}`])('takes linear time for repetitions of %p', (piece) => {
  const text = piece.repeat(16_000 / piece.length)
  const durations = [`at ${text}:1:2`, `${text}x`].map((stack) => {
    const runs = Array.from({ length: 3 }, () => {
      const begin = threadCpu()
      scrubReport({ name: 'Error', message: text, stack })
      return threadCpu() - begin
    })
    return Math.min(...runs)
  })
  // Less than 3 ms; quadratic time is more than 100 ms.
  expect(Math.max(...durations)).toBeLessThan(30)
})
