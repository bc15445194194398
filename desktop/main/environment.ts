export type Environment = Record<string, string | undefined>

/** Set for a restart into an update, which repeats the arguments of this start, such as `--hidden` or a link. */
export const RESTARTED = 'TIDEMARK_RESTARTED'

/** The part of the environment that the app reads. */
export const environment = {
  /** The AppImage the app runs from, which is how it is started again; undefined when from none. */
  appImage: process.env.APPIMAGE,
  /** Kind of the session on Linux, such as `wayland` or `x11`. */
  sessionType: process.env.XDG_SESSION_TYPE,
  /** Names of the desktop on Linux, such as `ubuntu:GNOME`. */
  desktop: process.env.XDG_CURRENT_DESKTOP,
  /** Folder of Windows. */
  systemRoot: process.env.SystemRoot,
  /** Socket of the Wayland compositor. */
  waylandDisplay: process.env.WAYLAND_DISPLAY,
  /**
   * Folder for the report of a smoke test of the packed app. A variable, because a link that the
   * system hands over arrives as an argument.
   */
  smokeTest: process.env.TIDEMARK_SMOKE_TEST,
  /** For programs that the app runs. */
  all: process.env,
}

/** IANA name of the system's time zone at this moment. */
export const systemZone = () => new Intl.DateTimeFormat().resolvedOptions().timeZone

interface SessionOptions {
  /** `darwin`, `win32` or `linux`. */
  system: string
  /** `XDG_SESSION_TYPE`, such as `wayland` or `x11`. */
  sessionType: string | undefined
  /** `WAYLAND_DISPLAY`, the compositor's socket. */
  waylandDisplay: string | undefined
  /** Electron's `app.commandLine`. */
  commandLine: { hasSwitch(name: string): boolean; getSwitchValue(name: string): string }
}

/**
 * Whether Electron runs as a Wayland client, by the rule of Chromium: the switch, else the session.
 * A Wayland client can neither place nor raise its windows, nor read their position.
 */
export function isWaylandClient(options: SessionOptions): boolean {
  const { system, sessionType, waylandDisplay, commandLine } = options
  if (system !== 'linux') return false
  const chosen = commandLine.hasSwitch('ozone-platform')
    ? commandLine.getSwitchValue('ozone-platform')
    : 'auto'
  if (chosen === 'wayland' || chosen === 'x11') return chosen === 'wayland'
  return sessionType === 'wayland' && Boolean(waylandDisplay)
}
