import { win32 } from 'node:path'
import { askPrograms, busProperty, type RunProgram, runProgram } from './programs.ts'

/** Desktops with a setting for it: its schema and key, and the value while it is on. */
const SETTINGS = [
  [/(?<!Budgie:)GNOME/, 'org.gnome.desktop.notifications', 'show-banners', 'false'],
  [/Cinnamon/, 'org.cinnamon.desktop.notifications', 'display-notifications', 'false'],
  [/MATE/, 'org.mate.NotificationDaemon', 'do-not-disturb', 'true'],
] as const

/** The property by which KDE, and whoever follows it, tells. */
const INHIBITED = busProperty(
  'org.freedesktop.Notifications',
  '/org/freedesktop/Notifications',
  'Inhibited',
)

/** The notification mode of Windows 11 and Windows Server 2022; earlier versions print nothing. */
const MODE =
  '[Windows.UI.Notifications.ToastNotificationManager,Windows.UI.Notifications,ContentType=WindowsRuntime]::GetDefault().NotificationMode'

interface DoNotDisturbOptions {
  /** `darwin`, `win32` or `linux`. */
  system: string
  /** `XDG_CURRENT_DESKTOP`, such as `ubuntu:GNOME`. */
  desktop: string | undefined
  /** `SystemRoot`, the folder of Windows. */
  systemRoot: string | undefined
  run?: RunProgram
}

/** Whether the system's do-not-disturb is on; null where no program tells, as on macOS. */
export async function readDoNotDisturb(options: DoNotDisturbOptions): Promise<boolean | null> {
  const { system, desktop = '', systemRoot = 'C:\\Windows', run = runProgram } = options
  if (system === 'win32') {
    // By its path, because a bare name is looked for in the current folder first.
    const shell = win32.join(systemRoot, 'System32', 'WindowsPowerShell', 'v1.0', 'powershell.exe')
    const mode = await run(shell, ['-NoProfile', '-NonInteractive', '-Command', MODE])
    return /^\w+\s*$/.test(mode) ? mode.trim() !== 'Unrestricted' : null
  }
  if (system !== 'linux') return null
  const setting = SETTINGS.find(([name]) => name.test(desktop))
  if (setting) {
    const [, schema, key, valueOn] = setting
    const value = (await run('gsettings', ['get', schema, key])).trim()
    return /^(?:true|false)$/.test(value) ? value === valueOn : null
  }
  const inhibited = await askPrograms(run, INHIBITED, /\b(?:true|false)\b/)
  return inhibited === '' ? null : /\btrue\b/.test(inhibited)
}
