import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { zstdDecompressSync } from 'node:zlib'
import { type Static, Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'

const FOLDER = new URL('fixtures/', import.meta.url)

/** Keys of the servers that filled the fixtures. */
export const SECRETS = {
  JWT_SECRET: 'only for the databases of earlier versions in this folder',
  RECEIPT_KEY: 'receipt key of the databases of earlier versions in this folder',
}

const Installation = Type.Object({
  /** Instant at which the server stopped (ISO 8601). */
  at: Type.String(),
  /** Tokens of a member's open session. */
  accessToken: Type.String(),
  refreshToken: Type.String(),
})
export type Installation = Static<typeof Installation>

/** Path of a file of the fixture of `commit`. */
export const fixtureFile = (commit: string, suffix: string) =>
  fileURLToPath(new URL(`${commit}.${suffix}`, FOLDER))

/** Commits with a fixture. */
export const FIXTURES = readdirSync(FOLDER)
  .filter((name) => name.endsWith('.json'))
  .map((name) => name.replace('.json', ''))

/** What a client of the version `commit` had. */
export const readInstallation = (commit: string): Installation =>
  Value.Parse(Installation, JSON.parse(readFileSync(fixtureFile(commit, 'json'), 'utf8')))

/** The database of the version `commit` as SQL that fills an empty one. */
export function readDump(commit: string): string {
  const sql = zstdDecompressSync(readFileSync(fixtureFile(commit, 'sql.zst'))).toString()
  // A dump empties the search path of its session.
  return `${sql}\nRESET ALL;\n`
}
