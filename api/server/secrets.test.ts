import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readSecrets } from './secrets.ts'

let dataDir: string

beforeEach(() => {
  dataDir = join(mkdtempSync(join(tmpdir(), 'tidemark-secret-')), 'data')
})
afterEach(() => rmSync(join(dataDir, '..'), { recursive: true, force: true }))

const path = () => join(dataDir, 'jwt-secret')
const read = (
  jwtSecret: string | null = null,
  pushKey: string | null = null,
  identityKey: string | null = null,
) => readSecrets({ jwtSecret, pushKey, identityKey, dataDir })

describe('the secret in the data folder', () => {
  test('is generated once, from 384 random bits, and reused on later starts', () => {
    const first = read()
    expect(Buffer.from(readFileSync(path(), 'utf8'), 'base64url')).toHaveLength(48)
    expect(read()).toEqual(first)
  })

  test('is readable by its owner only, like its folder', () => {
    read()
    expect((statSync(path()).mode & 0o777).toString(8)).toBe('600')
    expect((statSync(dataDir).mode & 0o777).toString(8)).toBe('700')
  })

  test.each([
    ['empty', ''],
    ['cut off', 'abc'],
    ['blank', ' \n'],
  ])('is refused when the file is %s, because tokens could be forged', (_, text) => {
    read()
    writeFileSync(path(), text)
    expect(() => read()).toThrow(`${path()} is damaged`)
  })

  test('is not generated when JWT_SECRET is set', () => {
    read('x'.repeat(32))
    expect(() => statSync(path())).toThrow()
  })
})

test('the key of push messages is generated on its own, and not with PUSH_KEY', () => {
  const { push } = read('x'.repeat(32))
  expect(read('y'.repeat(32)).push).toBe(push)
  expect(statSync(join(dataDir, 'push-key')).mode & 0o777).toBe(0o600)
  rmSync(join(dataDir, 'push-key'))
  expect(read(null, 'p'.repeat(32)).push).toBe('p'.repeat(32))
  expect(() => statSync(join(dataDir, 'push-key'))).toThrow()
})

test('identities are hashed by a key of their own, and compared by that of the JWT secret too', () => {
  const [present, former] = read('x'.repeat(32)).erased
  expect(read('y'.repeat(32)).erased[0]).toEqual(present ?? new Uint8Array())
  expect(read('y'.repeat(32)).erased[1]).not.toEqual(former ?? new Uint8Array())
  expect(statSync(join(dataDir, 'identity-key')).mode & 0o777).toBe(0o600)
  rmSync(join(dataDir, 'identity-key'))
  expect(read(null, null, 'i'.repeat(32)).erased[0]).not.toEqual(present ?? new Uint8Array())
  expect(() => statSync(join(dataDir, 'identity-key'))).toThrow()
})

test('derives a different key per use and per secret', () => {
  const keysOf = (secret: string) => {
    const { jwt, sessions, viewers } = read(secret)
    return [Buffer.from(jwt).toString('hex'), Buffer.from(sessions).toString('hex'), viewers]
  }
  const keys = [...keysOf('x'.repeat(32)), ...keysOf('y'.repeat(32))]
  expect(new Set(keys).size).toBe(6)
  expect(keysOf('x'.repeat(32))).toEqual(keys.slice(0, 3))
})
