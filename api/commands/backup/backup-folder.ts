import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { DAY_MS, dayStart, MINUTE_MS } from '#shared/rules/time.ts'

/** The instant of the snapshot in UTC, so names sort by time: tidemark-20261126T033000Z.backup. */
const NAME = /^tidemark-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z\.backup$/

/** End of the temporary name of a backup: the id of the process that writes it. */
const PARTIAL = /\.\d+\.partial$/

/** The file name of a backup at `now` (epoch ms). */
export const backupName = (now: number) =>
  `tidemark-${new Date(now).toISOString().replace(/[-:]|\.\d+/g, '')}.backup`

/** The names of the backups in a folder, which may be missing, newest first; other files are ignored. */
export const listBackups = (folder: string): string[] =>
  (existsSync(folder) ? readdirSync(folder) : [])
    .filter((name) => NAME.test(name))
    .sort()
    .reverse()

/** The instant of a backup's name (epoch ms). */
export const instantOf = (name: string): number =>
  Date.parse(name.replace(NAME, '$1-$2-$3T$4:$5:$6Z'))

/** The names of temporary files of backups that began more than a day before `now`, and were interrupted. */
const listInterrupted = (folder: string, now: number): string[] =>
  readdirSync(folder).filter((name) => {
    const backup = name.replace(PARTIAL, '')
    return backup !== name && NAME.test(backup) && instantOf(backup) < now - DAY_MS
  })

/**
 * Deletes all but the `keep` newest backups, and temporary files more than a day older than `now`.
 * @returns the names of those deleted, newest backups first
 */
export function deleteOldBackups(folder: string, keep: number, now: number): string[] {
  const old = [...listBackups(folder).slice(keep), ...listInterrupted(folder, now)]
  for (const name of old) rmSync(join(folder, name))
  return old
}

/** The last instant at `minutes` of a UTC day that is not after `now` (epoch ms). */
export function lastDue(now: number, minutes: number): number {
  const due = dayStart(now) + minutes * MINUTE_MS
  return due <= now ? due : due - DAY_MS
}
