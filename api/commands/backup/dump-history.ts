import { text } from 'node:stream/consumers'
import { CommandError } from '#api/commands/parts.ts'
import { readMigrations } from '#api/infrastructure/database/migrate.ts'
import { startTool } from './postgres-tools.ts'

/** The migrations that a dump in custom format says were applied; null when it has no such table. */
async function migrationsIn(file: string, env: Record<string, string>): Promise<string[] | null> {
  const only = ['--data-only', '--table=_prisma_migrations', '--file=-']
  const { child, done } = startTool('pg_restore', [...only, file], env, { stdout: 'pipe' })
  const [script] = await Promise.all([child.stdout ? text(child.stdout) : '', done])
  const copy = /^COPY \S+ \(([^)]*)\) FROM stdin;\n([\s\S]*?)^\\\.$/m.exec(script)
  if (!copy) return null
  const place = (copy[1] ?? '').split(', ').indexOf('migration_name')
  const lines = (copy[2] ?? '').split('\n').filter((line) => line !== '')
  return lines.map((line) => line.split('\t')[place] ?? '')
}

/**
 * Checks, before anything is replaced, that a dump holds a database of this program that this version
 * can bring up to date. Throws a CommandError when it does not.
 */
export async function checkDumpHistory(file: string, env: Record<string, string>): Promise<void> {
  const names = await migrationsIn(file, env)
  if (!names) throw new CommandError('The backup holds no database of this program.')
  const known = new Set(readMigrations().map(({ name }) => name))
  const newer = names.find((name) => !known.has(name))
  if (newer !== undefined) {
    throw new CommandError(
      `The backup has migration ${newer}, which this version does not know: a newer version made it.`,
    )
  }
}
