import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'

/** A text file of the tree; `path` is relative to the root, with slashes. */
export interface Source {
  path: string
  text: string
}

/** An import of a file: `target` is a path of the tree, or the package's name as written. */
export interface Import {
  target: string
  relative: boolean
  typeOnly: boolean
}

const root = posix.resolve(import.meta.dir, '../..')

/** Every text file that git knows or would add; a file deleted but not yet committed is left out. */
export function treeSources(): Source[] {
  const list = ['ls-files', '-z', '--cached', '--others', '--exclude-standard']
  // A checkout that belongs to another user is normal on a build machine.
  const trust = ['-c', `safe.directory=${root}`]
  const names = execFileSync('git', [...trust, ...list], { cwd: root, encoding: 'utf8' })
  return names
    .split('\0')
    .filter((path) => /\.(tsx?|mjs|cjs|js|sql|prisma|md|css|html)$/.test(path))
    .filter((path) => existsSync(posix.join(root, path)))
    .map((path) => ({ path, text: readFileSync(posix.join(root, path), 'utf8') }))
}

/** The imports, re-exports and `import()`s of a source. */
export function importsOf({ path, text }: Source): Import[] {
  const statement =
    /(?:\b(import|export)\s+(type\s)?[^'"`;()]*?\bfrom\s*|\bimport\s*\(?\s*)['"]([^'"]+)['"]/g
  return [...withoutComments(text).matchAll(statement)].map(([, , type, name = '']) => ({
    target: resolved(path, name),
    relative: name.startsWith('.'),
    typeOnly: type !== undefined,
  }))
}

/** The source without its comments, so that a rule may be explained beside the code. */
export function withoutComments(text: string): string {
  return text.replace(/(^|\s)\/\*[\s\S]*?\*\//g, '$1').replace(/(^|\s)\/\/.*$/gm, '$1')
}

function resolved(path: string, name: string): string {
  if (name.startsWith('.')) return posix.join(posix.dirname(path), name)
  return name.startsWith('#') ? name.slice(1) : name
}
