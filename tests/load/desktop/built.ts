import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fromRoot } from '#build/setup/project.mjs'

/** Size budgets of the desktop bundles in kB of 1000 bytes, lazily loaded chunks included. */
export const BUDGETS = { main: 600, preload: 20 }

/** Scripts of a part of the desktop build, by relative path; without the licenses beside them. */
export function builtFiles(part: 'main' | 'preload'): Map<string, Buffer> {
  const folder = fromRoot('out', part)
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  const paths = entries
    .filter((entry) => entry.isFile() && /\.c?js$/.test(entry.name))
    .map(({ parentPath, name }) => join(parentPath, name))
  return new Map(paths.map((path) => [path.slice(folder.length + 1), readFileSync(path)]))
}

export const kilobytes = (files: Iterable<Uint8Array>): number =>
  [...files].reduce((sum, { length }) => sum + length, 0) / 1000

/**
 * Imported packages: `from "x"`, `import("x")`, `require("x")` without relative paths. A `require` right
 * after a backtick is text that ajv generates for standalone validators.
 */
export function importsOf(code: string): string[] {
  const found = code.matchAll(
    /(?:\bfrom\s*|\bimport\s*\(?\s*|(?<!`)\brequire\(\s*)["'`]([@\w.][\w@./:-]*)["'`]/g,
  )
  return [...new Set([...found].map(([, name = '']) => name))].filter(
    (name) => !/^\.\.?\//.test(name),
  )
}
