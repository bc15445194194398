import { afterAll, describe, expect, test } from 'bun:test'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CommandError } from '#api/commands/command.ts'
import { parseBackupArgs } from './backup-arguments.ts'
import { backupName, deleteOldBackups, instantOf, lastDue, listBackups } from './backup-folder.ts'

const folder = mkdtempSync(join(tmpdir(), 'tidemark-backups-'))
afterAll(() => rmSync(folder, { recursive: true }))

const at = Date.parse

test('the name of a backup is its instant', () => {
  expect(backupName(at('2026-11-26T03:30:05.999Z'))).toBe('tidemark-20261126T033005Z.backup')
  expect(instantOf('tidemark-20261126T033005Z.backup')).toBe(at('2026-11-26T03:30:05Z'))
})

test('the oldest backups are deleted, and nothing else', () => {
  const names = ['2026-12-31', '2027-01-01', '2027-01-02'].map((day) => backupName(at(day)))
  const others = ['notes.txt', 'tidemark-before-upgrade.backup', 'notes.1.partial']
  for (const name of [...names, ...others]) writeFileSync(join(folder, name), '')
  const now = at('2027-01-02')
  expect(listBackups(folder)).toEqual(names.toReversed())
  expect(deleteOldBackups(folder, 3, now)).toEqual([])
  expect(deleteOldBackups(folder, 1, now)).toEqual([names[1], names[0]].map(String))
  expect(readdirSync(folder).sort()).toEqual([...others, names[2]].map(String).sort())
})

test('the temporary file of an interrupted backup is deleted after a day', () => {
  const now = at('2027-01-03T03:30:00Z')
  const partial = (time: string) => `${backupName(at(time))}.4711.partial`
  const [old, recent] = [partial('2027-01-02T03:29:59Z'), partial('2027-01-02T03:30:00Z')]
  for (const name of [old, recent]) writeFileSync(join(folder, name), '')
  expect(deleteOldBackups(folder, 1, now)).toEqual([old])
  expect(readdirSync(folder)).toContain(recent)
})

test('a time of day was due last today, or else yesterday', () => {
  const half3 = 3 * 60 + 30
  expect(lastDue(at('2026-11-26T03:30:00Z'), half3)).toBe(at('2026-11-26T03:30:00Z'))
  expect(lastDue(at('2026-11-26T03:29:59Z'), half3)).toBe(at('2026-11-25T03:30:00Z'))
  expect(lastDue(at('2027-01-01T00:00:00Z'), 1)).toBe(at('2026-12-31T00:01:00Z'))
})

describe('the arguments of backup', () => {
  test('name a file, or a folder with the number of backups in it', () => {
    expect(parseBackupArgs(['/b/x', '--force'])).toEqual({
      kind: 'file',
      file: '/b/x',
      force: true,
    })
    expect(parseBackupArgs(['/b/x'])).toEqual({ kind: 'file', file: '/b/x', force: false })
    const once = { kind: 'folder', folder: '/b', keep: 14, daily: null } as const
    expect(parseBackupArgs(['/b', '--keep', '14'])).toEqual(once)
    const daily = { ...once, daily: 23 * 60 + 5 }
    expect(parseBackupArgs(['--daily', '23:05', '--keep=14', '/b'])).toEqual(daily)
  })

  test.each([
    [],
    ['/a', '/b'],
    ['/a', '--keep', '0'],
    ['/a', '--keep', '3', '--force'],
    ['/a', '--daily', '03:30'],
    ['/a', '--keep', '3', '--daily', '24:00'],
    ['/a', '--keep', '3', '--daily', '3:30'],
    ['/a', '--keep'],
    ['/a', '--hourly'],
  ])('are refused otherwise (%#)', (...args) => {
    expect(() => parseBackupArgs(args)).toThrow(CommandError)
  })
})
