import { open } from 'node:fs/promises'
import { CommandError } from '#api/commands/parts.ts'
import type { Database } from '#api/infrastructure/database/database.ts'

/** What the first bytes of a backup say about where it came from. */
const FORMATS = [
  { kind: 'pglite', start: Buffer.from([0x1f, 0x8b]), name: 'the embedded database' },
  { kind: 'postgres', start: Buffer.from('PGDMP'), name: 'PostgreSQL' },
] as const

/**
 * Checks that `file` is there and begins like a backup of a database of this kind. Throws a
 * CommandError that says what it is instead.
 */
export async function checkFormat(file: string, kind: Database['kind']): Promise<void> {
  const start = Buffer.alloc(8)
  try {
    const handle = await open(file, 'r')
    await handle.read(start, 0, start.length, 0).finally(() => handle.close())
  } catch (error) {
    const missing = error instanceof Error && 'code' in error && error.code === 'ENOENT'
    throw new CommandError(missing ? `There is no file ${file}.` : `${file} cannot be read.`)
  }
  const format = FORMATS.find((known) => start.subarray(0, known.start.length).equals(known.start))
  if (!format) throw new CommandError(`${file} is no backup made by this program.`)
  if (format.kind !== kind) {
    const other = FORMATS.find((known) => known.kind === kind)
    throw new CommandError(
      `${file} is a backup of ${format.name} and cannot go into ${other?.name}: ` +
        'check DATABASE_URL.',
    )
  }
}
