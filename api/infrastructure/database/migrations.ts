import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'

const FOLDER = new URL('../../../prisma/migrations/', import.meta.url)

/**
 * SHA-256 of texts that a migration once had. The first two differ in a comment; the last lacks an index
 * that 20261123110000_muted_users_index creates.
 */
const FORMER_CHECKSUMS: Readonly<Record<string, readonly string[]>> = {
  '20261121233000_ledger_keys': [
    '625bc9b5ffe5a26498b1458bf69e6abc7126488556bf0db71763e7f9809186ae',
  ],
  '20261121233500_settle_in_batches': [
    '7c9cdef8ac6b81c3c6c398f4bd6e2a4e65666bd2e4a4307f543af61765a3fd8a',
  ],
  '20261122170000_moderation': ['7cd045f5afd813e62260dad796dca7ab4caf172cedb1b63858c49d46b8ef8d6c'],
}

/** A database or backup has a migration with another text, or one that this version does not know. */
export class MigrationMismatch extends Error {}

export interface Migration {
  name: string
  sql: string
  checksum: string
}

/** A row of `_prisma_migrations`. */
export interface AppliedMigration {
  migration_name: string
  checksum: string
}

/** The migrations of prisma/migrations, oldest first. */
export function readMigrations(): Migration[] {
  return readdirSync(FOLDER, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort()
    .map((name) => {
      const sql = readFileSync(new URL(`${name}/migration.sql`, FOLDER), 'utf8')
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') }
    })
}

/** Whether a database with this row can be opened. */
export const isAccepted = (known: Migration, checksum: string): boolean =>
  known.checksum === checksum || (FORMER_CHECKSUMS[known.name] ?? []).includes(checksum)

/**
 * Checks that this version can migrate `what` ("The database", "The backup"), by the migrations applied to it.
 * Names come first: a newer version may also accept other texts.
 * @throws MigrationMismatch
 */
export function checkHistory(
  what: string,
  applied: readonly AppliedMigration[],
  migrations = readMigrations(),
): void {
  const known = new Map(migrations.map((migration) => [migration.name, migration]))
  const newer = applied.find((row) => !known.has(row.migration_name))
  if (newer) {
    throw new MigrationMismatch(
      `${what} was opened by a newer version of Tidemark: ` +
        `this version does not know its migration ${newer.migration_name}.`,
    )
  }
  for (const { migration_name: name, checksum } of applied) {
    const migration = known.get(name)
    if (migration && !isAccepted(migration, checksum)) {
      throw new MigrationMismatch(
        `${what} has migration ${name} with another text (SHA-256 ${checksum.slice(0, 12)}…) than any ` +
          'version of Tidemark: use the program that created it, or a backup.',
      )
    }
  }
}
