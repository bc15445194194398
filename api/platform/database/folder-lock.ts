import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { processStart } from './process-start.ts'

/** The folder is open in another process; two would corrupt it. */
export class FolderInUse extends Error {
  constructor(folder: string, pid: number) {
    super(
      `The data folder ${folder} is in use by process ${pid}. ` +
        'Stop that process, or set DATA_DIR to another folder.',
    )
  }
}

interface Holder {
  pid: number
  start: string
}

function readHolder(path: string): Holder | null {
  try {
    const [pid, start] = readFileSync(path, 'utf8').trim().split(' ')
    return { pid: Number(pid), start: start ?? '' }
  } catch {
    return null
  }
}

function isAlive(holder: Holder): boolean {
  const start = processStart(holder.pid)
  return start !== null && (start === '' || holder.start === '' || start === holder.start)
}

/**
 * Takes the lock file beside `folder` for this process (pid and start time), replacing one left by a
 * process that died. Throws FolderInUse. The returned function lets go.
 */
export function lockFolder(folder: string): () => void {
  const path = `${folder}.lock`
  mkdirSync(dirname(path), { recursive: true })
  const own = `${process.pid} ${processStart(process.pid) ?? ''}\n`
  // Two tries: the file may be a dead process's, which is removed and taken over once.
  for (let attempt = 0; attempt < 2; attempt++) {
    try {
      writeFileSync(path, own, { flag: 'wx', mode: 0o600 })
      return () => rmSync(path, { force: true })
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
    }
    const holder = readHolder(path)
    if (holder && isAlive(holder)) throw new FolderInUse(folder, holder.pid)
    rmSync(path, { force: true })
  }
  throw new FolderInUse(folder, readHolder(path)?.pid ?? 0)
}
