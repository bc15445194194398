import { afterAll, beforeAll, expect, test } from 'bun:test'
import { randomBytes } from 'node:crypto'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { CommandError } from '#api/commands/command.ts'
import { FolderInUse, lockFolder } from '#api/infrastructure/database/folder-lock.ts'
import { DiskFull } from '#api/infrastructure/database/guarded-pglite.ts'
import { mountDisk } from '#tests/faults/small-disk.ts'
import { restoreEmbedded } from './restore-embedded.ts'

// The error of a restore names its cause: `damaged` is only a damaged file.

/** Smaller than what the embedded database leaves free. */
const disk = mountDisk(40)
const whole = gzipSync(randomBytes(100_000))
let folder: string
let file: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'tidemark-restore-'))
  file = join(folder, 'backup')
})
afterAll(() => {
  disk?.remove()
  rmSync(folder, { recursive: true, force: true })
})

/** The error of a restore into a new folder within `parent`; nothing may be left there. */
async function failureOf(source: string, parent = folder): Promise<unknown> {
  const target = join(parent, 'db')
  const failure: unknown = await restoreEmbedded(source, target, false, 0).catch(
    (error: unknown) => error,
  )
  expect(existsSync(target)).toBe(false)
  expect(existsSync(`${target}.restoring`)).toBe(false)
  return failure
}

test('a file that ends too early is damaged', async () => {
  writeFileSync(file, whole.subarray(0, 90_000))
  expect(await failureOf(file)).toEqual(
    new CommandError(`${file} is damaged: unexpected end of file.`),
  )
})

test('a file with a changed byte is damaged', async () => {
  const changed = Buffer.from(whole)
  changed[50_000] = (changed[50_000] ?? 0) ^ 1
  writeFileSync(file, changed)
  expect(await failureOf(file)).toEqual(
    new CommandError(`${file} is damaged: incorrect data check.`),
  )
})

test('a file that holds no database fails with the cause', async () => {
  writeFileSync(file, whole)
  const failure = await failureOf(file)
  expect(failure).toBeInstanceOf(CommandError)
  expect(`${failure}`).toContain(`${file} cannot be opened as a database: `)
})

test('a file that cannot be read fails with the error of the system', async () => {
  expect(await failureOf(folder)).toMatchObject({ code: 'EISDIR' })
})

test('a folder in use is named', async () => {
  writeFileSync(file, whole)
  const unlock = lockFolder(join(folder, 'db.restoring'))
  expect(await failureOf(file)).toBeInstanceOf(FolderInUse)
  unlock()
})

test.skipIf(disk === null)('a full disk is named (needs root to mount)', async () => {
  writeFileSync(file, whole)
  expect(await failureOf(file, disk?.folder)).toBeInstanceOf(DiskFull)
})
