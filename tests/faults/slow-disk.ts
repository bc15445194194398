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

/** Where the kernel keeps what a group of processes may do with a disk (control groups, version 1). */
const GROUPS = '/sys/fs/cgroup/blkio'
const LIMIT = 'blkio.throttle.write_iops_device'

/** A real disk of a test's own, every write of which reaches it before it is done, however slowly. */
export interface SlowDisk {
  folder: string
  /** From now on this process, and those that it starts, write no faster than `slow` says. */
  hold(pid: number): void
  /** At most so many writes a second; 0 for as many as there are. */
  slow(writesPerSecond: number): void
  remove(): void
}

const run = (command: string, ...args: string[]) => {
  const { status, stdout } = spawnSync(command, args, { encoding: 'utf8' })
  return status === 0 ? (stdout ?? '').trim() : null
}

/** Makes a disk of so many megabytes; null where it cannot be made, or not be slowed. */
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
  // PostgreSQL, which never runs as root, keeps its own folder in here.
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
        // Who is in it still ends; the kernel keeps an empty group, which does no harm.
      }
    },
  }
}
