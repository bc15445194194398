import { execFile } from 'node:child_process'
import { environment } from '#desktop/main/environment.ts'

const BUS = 'org.freedesktop.DBus'
const BUS_PATH = '/org/freedesktop/DBus'
const PROPERTIES = `${BUS}.Properties.Get`
/** The name that a panel owns while it shows tray icons. */
const WATCHER = 'org.kde.StatusNotifierWatcher'
const WATCHER_PATH = '/StatusNotifierWatcher'
const ITEMS = 'RegisteredStatusNotifierItems'

/** The same call for each program; a desktop has at least one of them. */
type Calls = readonly (readonly [program: string, ...args: string[]])[]

/** A method of the bus with one string as argument. */
const busCall = (method: string, argument: string): Calls => [
  ['busctl', '--user', 'call', BUS, BUS_PATH, BUS, method, 's', argument],
  ['gdbus', 'call', '--session', '-d', BUS, '-o', BUS_PATH, '-m', `${BUS}.${method}`, argument],
  dbusSend(BUS, BUS_PATH, `${BUS}.${method}`, argument),
]
const dbusSend = (service: string, path: string, method: string, ...args: string[]) =>
  [
    'dbus-send',
    '--session',
    '--print-reply',
    `--dest=${service}`,
    path,
    method,
    ...args.map((arg) => `string:${arg}`),
  ] as const
const READ_ITEMS: Calls = [
  ['busctl', '--user', 'get-property', WATCHER, WATCHER_PATH, WATCHER, ITEMS],
  [
    'gdbus',
    'call',
    '--session',
    '-d',
    WATCHER,
    '-o',
    WATCHER_PATH,
    '-m',
    PROPERTIES,
    WATCHER,
    ITEMS,
  ],
  dbusSend(WATCHER, WATCHER_PATH, PROPERTIES, WATCHER, ITEMS),
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

interface TrayHostOptions {
  /** `darwin`, `win32` or `linux`. */
  system: string
  isWayland: boolean
  /** `XDG_CURRENT_DESKTOP`, such as `ubuntu:GNOME`. */
  desktop: string | undefined
  /** Of the app's own process. */
  pid: number
  run?: RunProgram
}

/**
 * Whether a panel shows the app's tray icon; Electron reports no error where none does. Stock GNOME has no
 * watcher, and a watcher may refuse the icon (electron#53138): then it does not list our process. Panels of
 * X11 also show icons without a watcher. True when no program answers.
 */
export async function isTrayVisible(options: TrayHostOptions): Promise<boolean> {
  const { system, isWayland, desktop = '', pid, run = runProgram } = options
  if (system !== 'linux') return true
  const ask = async (calls: Calls, wanted: RegExp) => {
    for (const [program, ...args] of calls) {
      const output = await run(program, args)
      if (wanted.test(output)) return output
    }
    return ''
  }
  const owned = await ask(busCall('NameHasOwner', WATCHER), /\b(?:true|false)\b/)
  if (/\bfalse\b/.test(owned)) return !isWayland && !/\bGNOME\b/.test(desktop)
  if (owned === '') return true
  const items = await ask(READ_ITEMS, /\S/)
  if (items === '' || items.includes(`StatusNotifierItem-${pid}-`)) return true
  // Other watchers list an icon by the connection of its process.
  for (const [connection] of items.matchAll(/:\d+\.\d+/g)) {
    const owner = await ask(busCall('GetConnectionUnixProcessID', connection), /\d/)
    if (new RegExp(`\\b${pid}\\b`).test(owner)) return true
  }
  return false
}
