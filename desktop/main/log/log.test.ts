import { afterEach, beforeEach, expect, spyOn, test } from 'bun:test'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { createLog, entry } from './log.ts'

let folder: string
beforeEach(() => {
  folder = join(mkdtempSync(join(tmpdir(), 'tidemark-log-')), 'logs')
})
afterEach(() => rmSync(join(folder, '..'), { recursive: true, force: true }))

const lines = (name = 'main.log') => readFileSync(join(folder, name), 'utf8').trimEnd().split('\n')

const NOW = Date.UTC(2026, 10, 22, 9, 30)
const open = (isPackaged = true) => createLog({ folder, isPackaged, now: () => NOW })

test('writes one line per entry with time and level but no secret', () => {
  const log = open()
  log.info('started', { version: '1.2.3' })
  log.error('sign-in failed', new Error('no\nfor code=abc%20', { cause: new Error('refused') }))
  const [first, second, ...rest] = lines()
  expect(first).toBe("2026-11-22T09:30:00.000Z info started: { version: '1.2.3' }")
  expect(second).toMatch(/ error sign-in failed: .*no for code=\[hidden\].*refused/)
  expect(rest).toEqual([])
})

test('skips debug entries in an installed app', () => {
  const log = open()
  log.debug('tick')
  log.warn('tock')
  expect(lines()).toHaveLength(1)
})

test('prints every entry in development', () => {
  const printed = spyOn(console, 'debug').mockImplementation(() => {})
  open(false).debug('tick')
  expect(printed.mock.calls).toEqual([['2026-11-22T09:30:00.000Z debug tick']])
  expect(lines()).toHaveLength(1)
  printed.mockRestore()
})

test('reports a folder that it cannot write to once, and goes on', () => {
  const printed = spyOn(console, 'error').mockImplementation(() => {})
  // A file in the place of the folder.
  writeFileSync(folder, '')
  const log = open()
  log.info('one')
  log.info('two')
  expect(printed).toHaveBeenCalledTimes(1)
  printed.mockRestore()
})

test('writes percent signs and braces literally', () => {
  open().info('100 %s of {text} %c %o')
  expect(lines()[0]).toEndWith('100 %s of {text} %c %o')
})

test('rotates the file at its size limit; only the user can read it', () => {
  const log = open()
  for (let index = 0; index < 600; index++) log.info('tide '.repeat(780))
  expect(readdirSync(folder).sort()).toEqual(['main.log', 'main.old.log'])
  expect(statSync(join(folder, 'main.log')).size).toBeLessThan(1_010_000)
  expect(statSync(join(folder, 'main.log')).mode & 0o077).toBe(0)
})

test('writes any value as one line of bounded length', () => {
  const odd = {
    get boom() {
      throw new Error('boom')
    },
  }
  const round: { self?: unknown } = {}
  round.self = round
  for (const detail of [odd, round, null, undefined, 5n, Symbol('x'), () => {}, '\u2028\u0085\r\n'])
    expect(entry('detail', detail)).toStartWith('detail')
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.anything(), (message, detail) => {
      const text = entry(message, detail)
      expect(text).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}]/u)
      expect(text.length).toBeLessThan(4_003)
    }),
  )
})

test('redacts a secret at the truncation point', () => {
  const secret = 'q7'.repeat(24)
  for (const at of [3_980, 15_980]) {
    expect(entry('long', `${'ab '.repeat(at / 3)}${secret}`)).not.toContain('q7q7')
  }
})
