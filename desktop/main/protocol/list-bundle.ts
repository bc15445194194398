import { readdirSync } from 'node:fs'
import { join } from 'node:path'

/**
 * The plain files of a folder by the path of their address, such as `/assets/main.js`. Links and
 * hidden files are left out. Throws when the folder cannot be read.
 */
export function listBundle(folder: string): Map<string, string> {
  const files = new Map<string, string>()
  const walk = (inner: string, prefix: string) => {
    for (const entry of readdirSync(inner, { withFileTypes: true })) {
      if (entry.name.startsWith('.')) continue
      const path = join(inner, entry.name)
      if (entry.isDirectory()) walk(path, `${prefix}${entry.name}/`)
      else if (entry.isFile()) files.set(`${prefix}${entry.name}`, path)
    }
  }
  walk(folder, '/')
  return files
}
