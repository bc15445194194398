import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmdirSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'

/** Block I/O limits of control groups, version 1. */
const GROUPS = '/sys/fs/cgroup/blkio'
const LIMIT = 'blkio.throttle.write_iops_device'

/** A disk of the test's own with synchronous, throttled writes. */
export interface SlowDisk {
  folder: string
  /** Throttles this process and its children. */
  hold(pid: number): void
  /** Maximum writes per second; 0 for unlimited. */
  slow(writesPerSecond: number): void
  remove(): void
}

const run = (command: string, ...args: string[]) => {
  const { status, stdout } = spawnSync(command, args, { encoding: 'utf8' })
  return status === 0 ? (stdout ?? '').trim() : null
}

/** Mounts a disk of so many megabytes; null where it cannot be mounted or throttled. */
export function mountSlowDisk(megabytes: number): SlowDisk | null {
  if (!existsSync(join(GROUPS, LIMIT))) return null
  const home = mkdtempSync(join(tmpdir(), 'tidemark-slow-'))
  const image = join(home, 'image')
  const folder = join(home, 'disk')
  mkdirSync(folder)
  writeFileSync(image, '')
  truncateSync(image, megabytes * 1024 * 1024)
  const isMounted =
    run('mkfs.ext4', '-q', image) !== null &&
    run('mount', '-o', 'loop,sync', image, folder) !== null
  if (!isMounted) {
    rmSync(home, { recursive: true })
    return null
  }
  const device = basename(run('findmnt', '-n', '-o', 'SOURCE', folder) ?? '')
  const number = readFileSync(`/sys/block/${device}/dev`, 'utf8').trim()
  const group = join(GROUPS, basename(home))
  mkdirSync(group)
  // PostgreSQL does not run as root and needs to write here.
  chmodSync(home, 0o755)
  chmodSync(folder, 0o755)
  return {
    folder,
    hold: (pid) => writeFileSync(join(group, 'cgroup.procs'), String(pid)),
    slow: (writesPerSecond) => writeFileSync(join(group, LIMIT), `${number} ${writesPerSecond}`),
    remove: () => {
      run('umount', folder)
      rmSync(home, { recursive: true })
      try {
        rmdirSync(group)
      } catch {
        // Its processes are still exiting; an empty group that stays does no harm.
      }
    },
  }
}
