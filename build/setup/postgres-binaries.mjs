import { existsSync, readdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { ensureDebianPackage } from './apt.mjs'

const executable = (/** @type {string} */ name) =>
  process.platform === 'win32' ? `${name}.exe` : name

/**
 * The folder with PostgreSQL's server commands, or undefined: PG_BIN, then Debian's place for them
 * (newest version first; Debian keeps them out of PATH), then PATH.
 * @returns {string | undefined}
 */
function findPostgres() {
  const debian = '/usr/lib/postgresql'
  const versions = existsSync(debian) ? readdirSync(debian) : []
  const newestFirst = versions.sort((a, b) => Number(b) - Number(a))
  const places = [
    process.env.PG_BIN ?? '',
    ...newestFirst.map((version) => join(debian, version, 'bin')),
    ...(process.env.PATH ?? '').split(delimiter),
  ]
  const hasServer = (/** @type {string} */ place) =>
    ['initdb', 'postgres'].every((name) => existsSync(join(place, executable(name))))
  return places.filter(Boolean).find(hasServer)
}

/**
 * The folder with PostgreSQL's server commands; installs Debian's package when it may, else throws
 * a SetupError that says how to get it.
 * @returns {string}
 */
export function ensurePostgres() {
  ensureDebianPackage('postgresql', () => findPostgres() !== undefined, 'a PostgreSQL server')
  return findPostgres() ?? ''
}
