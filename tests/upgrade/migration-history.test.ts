import { expect, test } from 'bun:test'
import { createHash } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { isAccepted, readMigrations } from '#api/infrastructure/database/migrations.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** Runs git at the root; null when it fails. */
function git(...args: string[]): string | null {
  const path = Bun.which('git')
  if (!path) return null
  const { exitCode, stdout } = Bun.spawnSync([path, ...args], { cwd: ROOT, timeout: 60_000 })
  return exitCode === 0 ? stdout.toString() : null
}

/** Why texts of the past cannot be read here; null when they can. */
function missingHistory(): string | null {
  const isShallow = git('rev-parse', '--is-shallow-repository')?.trim()
  if (isShallow === undefined) return 'this is no git repository, or git is missing'
  return isShallow === 'true' ? 'the clone is shallow: git fetch --unshallow' : null
}

/** Every text that a migration ever had, in any folder and on any branch that was merged. */
function committedTexts(): { name: string; text: string }[] {
  const options = ['--raw', '--no-abbrev', '--no-renames', '-m', '--full-history', '--format=']
  const log = git('log', ...options, 'HEAD', '--', '*migrations/*/migration.sql') ?? ''
  const entries = [...log.matchAll(/^:\S+ \S+ \S+ (\S+) [AM]\t.*?([^/]+)\/migration\.sql$/gm)]
  const unique = new Map(entries.map(([, blob = '', name = '']) => [`${blob} ${name}`, name]))
  return [...unique].map(([key, name]) => {
    const text = git('cat-file', 'blob', key.slice(0, key.indexOf(' ')))
    if (text === null) throw new Error(`a text of ${name} is missing in the repository`)
    return { name, text }
  })
}

const missing = missingHistory()
// The workflows fetch the whole history; a tree without it, such as an archive, has nothing to compare.
const isSkipped = missing !== null && process.env.GITHUB_ACTIONS !== 'true'

test.skipIf(isSkipped)(
  `accepts every text that a migration ever had${isSkipped ? ` (${missing})` : ''}`,
  () => {
    expect(missing).toBeNull()
    const known = new Map(readMigrations().map((migration) => [migration.name, migration]))
    const texts = committedTexts()
    // A new migration may be uncommitted.
    expect(texts.length).toBeGreaterThan(20)
    const refused = texts.flatMap(({ name, text }) => {
      const checksum = createHash('sha256').update(text).digest('hex')
      const migration = known.get(name)
      if (!migration) return [`${name} was deleted or renamed`]
      return isAccepted(migration, checksum) ? [] : [`${name} was changed, before: ${checksum}`]
    })
    expect(refused).toEqual([])
  },
)
