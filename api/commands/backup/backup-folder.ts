import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { DAY_MS, dayStart, MINUTE_MS } from '#shared/rules/time.ts'

/** The instant of the snapshot in UTC, so names sort by time: tidemark-20261126T033000Z.backup. */
const NAME = /^tidemark-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z\.backup$/

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

/** Deletes all but the `keep` newest backups. @returns the names of those deleted, newest first */
export function deleteOldBackups(folder: string, keep: number): string[] {
  const old = listBackups(folder).slice(keep)
  for (const name of old) rmSync(join(folder, name))
  return old
}

/** The last instant at `minutes` of a UTC day that is not after `now` (epoch ms). */
export function lastDue(now: number, minutes: number): number {
  const due = dayStart(now) + minutes * MINUTE_MS
  return due <= now ? due : due - DAY_MS
}
