import { mkdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { uptime } from 'node:os'
import { dirname } from 'node:path'
import { createFile } from '#api/infrastructure/atomic-file.ts'
import { systemClock } from '#api/infrastructure/clock.ts'

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
  /** Epoch ms of the lock file. */
  lockedAt: number
}

/** How the system describes its processes; tests pass another. */
interface System {
  startOf: typeof processStart
  /** Epoch ms of the system's start. */
  bootedAt(): number
}

const thisSystem: System = {
  startOf: processStart,
  bootedAt: () => systemClock.now() - uptime() * 1000,
}

/**
 * How much older than the boot a lock must be to belong to an earlier one (ms): setting the clock moves
 * the boot's computed instant, and two processes on one database are worse than a refused start.
 */
const BOOT_TOLERANCE_MS = 3_600_000

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
    if (!/^[1-9]\d{0,9}$/.test(pid)) return null
    return { pid: Number(pid), start, lockedAt: statSync(path).mtimeMs }
  } catch {
    return null
  }
}

function isAlive({ pid, start, lockedAt }: Holder, { startOf, bootedAt }: System): boolean {
  const current = startOf(pid)
  if (current === null) return false
  if (current !== '' && start !== '') return current === start
  // After a reboot another process may have the pid; a power cut leaves the lock.
  return lockedAt > bootedAt() - BOOT_TOLERANCE_MS
}

/**
 * Locks `folder` for this process with a file beside it, replacing the lock of a dead process.
 * @returns the function that releases the lock
 * @throws FolderInUse
 */
export function lockFolder(folder: string, system = thisSystem): () => void {
  const path = `${folder}.lock`
  const claim = `${path}.claim`
  mkdirSync(dirname(path), { recursive: true })
  const unlock = () => rmSync(path, { force: true })
  /** Creates a lock file for this process; false when it exists. */
  const acquire = (file: string) =>
    createFile(file, `${process.pid} ${system.startOf(process.pid) ?? ''}\n`)
  const refuseIfHeld = (file: string) => {
    const holder = readHolder(file)
    if (holder && isAlive(holder, system)) throw new FolderInUse(folder, holder.pid)
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
