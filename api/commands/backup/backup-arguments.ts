import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { CommandError, USAGE } from '#api/commands/command.ts'

/** One backup in a file, or one of several in a folder. */
export type BackupPlan =
  | { kind: 'file'; file: string; force: boolean }
  /** `daily`: minutes of the UTC day at which it repeats; null for once. */
  | { kind: 'folder'; folder: string; keep: number; daily: number | null }

const usage = () =>
  new CommandError(
    'Usage: npm run backup -- FILE [--force], or FOLDER --keep NUMBER [--daily HH:MM]',
    USAGE,
  )

/** @throws CommandError (usage) */
function parse(args: readonly string[]) {
  const text = { type: 'string' } as const
  const options = { force: { type: 'boolean' }, keep: text, daily: text } as const
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true })
  } catch {
    throw usage()
  }
}

/** Minutes of the day; null for anything but `HH:MM`. */
function minutesOf(time: string): number | null {
  const [, hours, minutes] = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(time) ?? []
  return hours === undefined ? null : Number(hours) * 60 + Number(minutes)
}

/** Parses `FILE [--force]` and `FOLDER --keep NUMBER [--daily HH:MM]`. @throws CommandError (usage) */
export function parseBackupArgs(args: readonly string[]): BackupPlan {
  const { values, positionals } = parse(args)
  const [path, ...more] = positionals
  if (!path || more.length > 0) throw usage()
  const { force = false, keep, daily } = values
  if (keep === undefined) {
    if (daily !== undefined) throw usage()
    return { kind: 'file', file: resolve(path), force }
  }
  const time = daily === undefined ? null : minutesOf(daily)
  if (force || !/^[1-9]\d{0,3}$/.test(keep) || (daily !== undefined && time === null)) throw usage()
  return { kind: 'folder', folder: resolve(path), keep: Number(keep), daily: time }
}
