import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'

/** As build/route-parts.ts writes it. */
const Parts = Type.Array(Type.Object({ path: Type.String(), files: Type.Array(Type.String()) }))

/** What the page of some addresses loads beside its entry. */
export interface RoutePart {
  path: RegExp
  /** For the head of the page: its files are fetched with the entry, not after it. */
  tags: string
}

const tagOf = (file: string) =>
  file.endsWith('.css')
    ? `<link rel="stylesheet" crossorigin href="${file}">`
    : `<link rel="modulepreload" crossorigin href="${file}">`

/**
 * Reads which parts the build says an address needs; none when it does not say. Throws when the list
 * is not what the build writes.
 */
export function readRouteParts(folder: string): RoutePart[] {
  const file = join(folder, '.route-parts.json')
  if (!existsSync(file)) return []
  const parts = Value.Parse(Parts, JSON.parse(readFileSync(file, 'utf8')))
  return parts.map(({ path, files }) => ({
    path: new RegExp(path),
    tags: files.map(tagOf).join(''),
  }))
}
