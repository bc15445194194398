import {
  askPrograms,
  busCall,
  busProperty,
  type RunProgram,
  runProgram,
} from '#desktop/main/system/programs.ts'

/** The name that a panel owns while it shows tray icons. */
const WATCHER = 'org.kde.StatusNotifierWatcher'
const READ_ITEMS = busProperty(WATCHER, '/StatusNotifierWatcher', 'RegisteredStatusNotifierItems')

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
  const owned = await askPrograms(run, busCall('NameHasOwner', WATCHER), /\b(?:true|false)\b/)
  if (/\bfalse\b/.test(owned)) return !isWayland && !/\bGNOME\b/.test(desktop)
  if (owned === '') return true
  const items = await askPrograms(run, READ_ITEMS, /\S/)
  if (items === '' || items.includes(`StatusNotifierItem-${pid}-`)) return true
  // Other watchers list an icon by the connection of its process.
  for (const [connection] of items.matchAll(/:\d+\.\d+/g)) {
    const owner = await askPrograms(run, busCall('GetConnectionUnixProcessID', connection), /\d/)
    if (new RegExp(`\\b${pid}\\b`).test(owner)) return true
  }
  return false
}
