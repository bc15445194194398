import { randomUUID } from 'node:crypto'
import { existsSync, linkSync, rmSync, writeFileSync } from 'node:fs'

/**
 * Makes the file at `path` with `text`, readable by us alone, unless there is one. It appears whole
 * or not at all: of processes that do this together the first one's file stays, and whoever returns
 * from here can read it. Throws the system's error when the disk does not take it.
 */
export function createOnce(path: string, text: string): void {
  if (existsSync(path)) return
  const draft = `${path}.${randomUUID()}`
  try {
    writeFileSync(draft, text, { flag: 'wx', mode: 0o600 })
    linkSync(draft, path)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  } finally {
    rmSync(draft, { force: true })
  }
}
