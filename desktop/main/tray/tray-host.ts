import { execFile } from 'node:child_process'
import { environment } from '#desktop/main/environment.ts'

const BUS = 'org.freedesktop.DBus'
const BUS_PATH = '/org/freedesktop/DBus'
/** The name that a panel owns while it shows tray icons. */
const WATCHER = 'org.kde.StatusNotifierWatcher'
const OWNED = `${BUS}.NameHasOwner`

/** Programs that call the session bus; a desktop has at least one of them. */
const CALLS: readonly (readonly [program: string, ...args: string[]])[] = [
  ['busctl', '--user', 'call', BUS, BUS_PATH, BUS, 'NameHasOwner', 's', WATCHER],
  ['gdbus', 'call', '--session', '--dest', BUS, '-o', BUS_PATH, '-m', OWNED, WATCHER],
  [
    'dbus-send',
    '--session',
    '--print-reply',
    `--dest=${BUS}`,
    BUS_PATH,
    OWNED,
    `string:${WATCHER}`,
  ],
]

const TIMEOUT_MS = 2_000

/** Runs a program; resolves to its output, '' when it is missing or fails. */
export type RunProgram = (program: string, args: readonly string[]) => Promise<string>

export const runProgram: RunProgram = (program, args) =>
  new Promise((resolve) => {
    execFile(program, args, { env: environment.all, timeout: TIMEOUT_MS }, (error, output) =>
      resolve(error ? '' : output),
    )
  })

/**
 * Whether the system shows tray icons. Stock GNOME does not; then the icon is nowhere, without an
 * error. True when no program answers.
 */
export async function hasTrayHost(system: string, run: RunProgram = runProgram): Promise<boolean> {
  if (system !== 'linux') return true
  for (const [program, ...args] of CALLS) {
    const [answer] = /\b(?:true|false)\b/.exec(await run(program, args)) ?? []
    if (answer) return answer === 'true'
  }
  return true
}
