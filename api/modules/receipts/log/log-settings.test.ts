import { describe, expect, test } from 'bun:test'
import { fromRoot } from '#build/setup/project.mjs'
import { formatVerifierKey, KEY_TYPES, verifierKey } from '#shared/rules/log/verifier-key.ts'
import { LOG_KEY, POLICY } from '#tests/log/sample-log.ts'
import { readCalendars, readWitnesses } from './log-settings.ts'

const [first = LOG_KEY, second = LOG_KEY] = POLICY.witnesses
const [one, two] = [formatVerifierKey(first), formatVerifierKey(second)]
const noteKey = formatVerifierKey(verifierKey('a', KEY_TYPES.note, new Uint8Array(32)))

describe('LOG_WITNESSES', () => {
  test('has a key and an address in each entry', () => {
    const text = ` ${one} https://w1.example/log/ ,\n${two}\thttp://127.0.0.1:8080,`
    expect(readWitnesses(text)).toEqual([
      { key: first, url: 'https://w1.example/log' },
      { key: second, url: 'http://127.0.0.1:8080' },
    ])
    expect(readWitnesses('')).toEqual([])
  })

  test('is written in the guide as it is read', async () => {
    const page = await Bun.file(fromRoot('docs', 'OPERATIONS.md')).text()
    const [, example = ''] = /^LOG_WITNESSES='([^']+)'$/m.exec(page) ?? []
    expect(readWitnesses(example)).toHaveLength(2)
    const [, calendars = ''] = /^TIMESTAMP_CALENDARS=(\S+)$/m.exec(page) ?? []
    expect(readCalendars(calendars)).not.toBeEmpty()
  })

  test.each([
    ['no address', one, 'is not "vkey address"'],
    ['more words', `${one} https://a.example b`, 'is not "vkey address"'],
    ['a changed key', `${one.replace('w1', 'w3')} https://a.example`, 'not the vkey'],
    ['a key of a log', `${noteKey} https://a.example`, 'not the vkey'],
    ['plain http', `${one} http://a.example`, 'not an https address'],
    ['a password', `${one} https://u:p@a.example`, 'not an https address'],
    ['a query', `${one} https://a.example/?`, 'not an https address'],
    ['a witness twice', `${one} https://a.example,${one} https://b.example`, 'named twice'],
    ['an address twice', `${one} https://a.example,${two} https://a.example/`, 'named twice'],
  ])('is refused in one line with %s', (_, text, message) => {
    expect(() => readWitnesses(text)).toThrow(message)
  })

  test('has at most 16 entries', () => {
    expect(() => readWitnesses(`${one} https://a.example,`.repeat(17))).toThrow('more than 16')
  })
})

describe('TIMESTAMP_CALENDARS', () => {
  test('has an address in each entry', () => {
    expect(readCalendars('https://a.example/, https://b.example/x')).toEqual([
      'https://a.example',
      'https://b.example/x',
    ])
  })

  test.each([
    ['plain http', 'http://a.example', 'not an https address'],
    ['no scheme', 'a.example', 'not an https address'],
    ['a calendar twice', 'https://a.example,https://a.example/', 'named twice'],
  ])('is refused in one line with %s', (_, text, message) => {
    expect(() => readCalendars(text)).toThrow(message)
  })
})
