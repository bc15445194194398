import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
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

/** Who a lock file names; null when there is none, or it was cut off as it was written. */
function readHolder(path: string): Holder | null {
  try {
    const [pid = '', start = ''] = readFileSync(path, 'utf8').trim().split(' ')
    return /^[1-9]\d{0,9}$/.test(pid) ? { pid: Number(pid), start } : null
  } catch {
    return null
  }
}

function isAlive(holder: Holder): boolean {
  const start = processStart(holder.pid)
  return start !== null && (start === '' || holder.start === '' || start === holder.start)
}

/** Runs `make`; false when what it makes is there already. */
function isMade(make: () => void): boolean {
  try {
    make()
    return true
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
    return false
  }
}

/**
 * Makes the file `path` in the name of this process; false when it is there already. It appears with
 * its text in it: one that is still empty would look like the trace of a crash.
 */
function take(path: string): boolean {
  const own = `${process.pid} ${processStart(process.pid) ?? ''}\n`
  const draft = `${path}.${process.pid}`
  writeFileSync(draft, own, { mode: 0o600 })
  try {
    return isMade(() => linkSync(draft, path))
  } catch {
    // A file system without links: the moment in which the file is empty has to be accepted.
    return isMade(() => writeFileSync(path, own, { flag: 'wx', mode: 0o600 }))
  } finally {
    rmSync(draft, { force: true })
  }
}

/**
 * Takes the lock file beside `folder` for this process (pid and start time), replacing one left by a
 * process that died. Throws FolderInUse. The returned function lets go.
 */
export function lockFolder(folder: string): () => void {
  const path = `${folder}.lock`
  const claim = `${path}.claim`
  mkdirSync(dirname(path), { recursive: true })
  const unlock = () => rmSync(path, { force: true })
  const refuseIfHeld = (file: string) => {
    const holder = readHolder(file)
    if (holder && isAlive(holder)) throw new FolderInUse(folder, holder.pid)
  }
  // Three tries: a dead process may have left the lock, and another one its claim.
  for (let attempt = 0; attempt < 3; attempt++) {
    if (take(path)) return unlock
    refuseIfHeld(path)
    // Only who holds the claim removes a dead process's lock: of two that start together, the slower
    // one would otherwise remove the lock that the faster one has just taken.
    if (!take(claim)) {
      refuseIfHeld(claim)
      rmSync(claim, { force: true })
      continue
    }
    try {
      refuseIfHeld(path)
      rmSync(path, { force: true })
      if (take(path)) return unlock
    } finally {
      rmSync(claim, { force: true })
    }
  }
  throw new FolderInUse(folder, readHolder(path)?.pid ?? 0)
}
