import { spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A small disk of the test's own. */
export interface SmallDisk {
  folder: string
  /** Fills it. */
  fill(): void
  /** Frees the space. */
  free(): void
  remove(): void
}

/** Mounts a tmpfs of so many megabytes; null where mounting is not allowed. */
export function mountDisk(megabytes: number): SmallDisk | null {
  const folder = mkdtempSync(join(tmpdir(), 'tidemark-disk-'))
  const args = ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder]
  if (spawnSync('mount', args).status !== 0) {
    rmSync(folder, { recursive: true })
    return null
  }
  // PostgreSQL does not run as root and needs to write here.
  chmodSync(folder, 0o755)
  const filler = join(folder, 'filler')
  return {
    folder,
    fill: () => {
      const { bavail, bsize } = statfsSync(folder)
      try {
        writeFileSync(filler, Buffer.alloc(bavail * bsize))
      } catch (error) {
        // Concurrent writers took the rest: it is full all the same.
        if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error
      }
    },
    free: () => rmSync(filler, { force: true }),
    remove: () => {
      spawnSync('umount', [folder])
      rmSync(folder, { recursive: true })
    },
  }
}
