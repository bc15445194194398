import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { createFile } from '#api/infrastructure/atomic-file.ts'

/** Another process has the folder open; two would corrupt it. */
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

/**
 * Start time of process `pid` in the system's own units; null when it does not run, '' where the
 * system has no /proc. Pids are reused, so a lock records both.
 */
export function processStart(pid: number): string | null {
  try {
    process.kill(pid, 0)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EPERM')) return null
  }
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The command name may contain spaces and brackets; the fields after the last bracket do not.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return fields[0] === 'Z' ? null : (fields[19] ?? '')
  } catch {
    return ''
  }
}

/** The process that a lock file names; null when there is none or the file is malformed. */
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

/** Creates the lock file for this process; false when it exists. */
function acquire(path: string): boolean {
  return createFile(path, `${process.pid} ${processStart(process.pid) ?? ''}\n`)
}

/**
 * Locks `folder` for this process with a file beside it, replacing the lock of a dead process.
 * @returns the function that releases the lock
 * @throws FolderInUse
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
  // Three attempts: one dead process may have left the lock, another its claim.
  for (let attempt = 0; attempt < 3; attempt++) {
    if (acquire(path)) return unlock
    refuseIfHeld(path)
    // Only the holder of the claim removes a stale lock: otherwise the slower of two starting
    // processes would remove the lock that the faster one has just acquired.
    if (!acquire(claim)) {
      refuseIfHeld(claim)
      rmSync(claim, { force: true })
      continue
    }
    try {
      refuseIfHeld(path)
      rmSync(path, { force: true })
      if (acquire(path)) return unlock
    } finally {
      rmSync(claim, { force: true })
    }
  }
  throw new FolderInUse(folder, readHolder(path)?.pid ?? 0)
}
