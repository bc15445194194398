import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** `commit` is written by `dist:server`. */
const Manifest = Type.Object({ version: Type.String(), commit: Type.Optional(Type.String()) })

export interface ProductVersion {
  /** Of package.json, such as "1.2.3". */
  version: string
  /** The first twelve hexadecimal digits of the commit; "unknown" outside a checkout and a packed server. */
  commit: string
}

/** The commit of a checkout in this folder; a repository that contains the folder is another one. */
function checkoutCommit(): string | null {
  if (!existsSync(`${ROOT}/.git`)) return null
  // A checkout may belong to somebody else than the server's user.
  const command = ['git', '-c', 'safe.directory=*', 'rev-parse', 'HEAD']
  try {
    const git = Bun.spawnSync(command, { cwd: ROOT, stderr: 'ignore' })
    return git.success ? git.stdout.toString().trim() : null
  } catch {
    // There is no git.
    return null
  }
}

let known: ProductVersion | undefined

/** The version and commit of this program; read once. */
export function productVersion(): ProductVersion {
  if (!known) {
    const manifest: unknown = JSON.parse(readFileSync(`${ROOT}/package.json`, 'utf8'))
    const { version, commit = checkoutCommit() } = Value.Parse(Manifest, manifest)
    known = { version, commit: commit?.slice(0, 12) ?? 'unknown' }
  }
  return known
}
