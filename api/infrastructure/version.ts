import { readFileSync } from 'node:fs'

/** The version of this program, as package.json has it. */
export function productVersion(): string {
  const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8')
  return /"version": "([^"]+)"/.exec(text)?.[1] ?? 'unknown'
}
