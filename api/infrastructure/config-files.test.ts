import { afterAll, describe, expect, test } from 'bun:test'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PRODUCTION, refusal, SECRET } from '#tests/support/settings.ts'
import { configWarnings, readConfig } from './config.ts'

describe('a secret in a file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tidemark-settings-'))
  const file = (name: string, text: string) => {
    writeFileSync(join(folder, name), text)
    return join(folder, name)
  }
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  test('is read without the line end', () => {
    const JWT_SECRET_FILE = file('jwt', `${SECRET}\n`)
    expect(readConfig({ ...PRODUCTION, JWT_SECRET: '', JWT_SECRET_FILE }).jwtSecret).toBe(SECRET)
    const DATABASE_URL_FILE = file('url', 'postgres://db/t')
    expect(readConfig({ DATABASE_URL_FILE }).databaseUrl).toBe('postgres://db/t')
    expect(configWarnings(`JWT_SECRET_FILE=${JWT_SECRET_FILE}`, { JWT_SECRET_FILE })).toEqual([])
  })

  test('stops the start when it cannot be used, without a part of it', () => {
    const path = file('short', 'hunter2')
    expect(refusal({ JWT_SECRET_FILE: path })).toBe('JWT_SECRET must be 32 characters or more.')
    expect(refusal({ JWT_SECRET: SECRET, JWT_SECRET_FILE: path })).toBe(
      `JWT_SECRET_FILE ("${path}"): JWT_SECRET is set too; keep one.`,
    )
    expect(refusal({ JWT_SECRET_FILE: join(folder, 'none') })).toEndWith(
      'none") must be a file that the server can read.',
    )
    expect(refusal({ JWT_SECRET_FILE: file('blank', ' \n') })).toEndWith('blank") is empty.')
  })
})
