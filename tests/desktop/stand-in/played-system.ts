import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { WINDOWS_EXECUTABLE } from '#tests/support/desktop/windows-command-line.ts'

export interface SystemOptions {
  /** Operating system that the app sees; Linux by default. */
  system?: 'darwin' | 'win32' | 'linux'
  /** Linux with Wayland: windows have no position and no order, and a shown one takes the focus. */
  isWayland?: boolean
  /** The panel: it shows tray icons, there is none as on stock GNOME, or it refuses ours. */
  trayHost?: 'shows' | 'none' | 'refuses'
  /** Do-not-disturb of GNOME, which the settings of the desktop tell; off by default. */
  isDoNotDisturb?: boolean
  /** More variables of the environment. */
  environment?: Record<string, string>
}

/** A PATH whose `busctl` answers for the panel of the session, and `gsettings` for do-not-disturb. */
export function createBusPrograms(
  trayHost: NonNullable<SystemOptions['trayHost']>,
  isDoNotDisturb = false,
) {
  const folder = mkdtempSync(join(tmpdir(), 'tidemark-programs-'))
  const write = (name: string, script: string) => {
    writeFileSync(join(folder, name), `#!/bin/sh\n${script}\n`)
    chmodSync(join(folder, name), 0o755)
  }
  // The app runs it.
  const item = 'org.freedesktop.StatusNotifierItem-$PPID-1/StatusNotifierItem'
  const items = trayHost === 'shows' ? `as 1 ${item}` : 'as 0'
  const answers = `*get-property*) echo "${items}" ;; *) echo "b ${trayHost !== 'none'}" ;;`
  write('busctl', `case "$*" in ${answers} esac`)
  const showsBanners = '[ "$*" = "get org.gnome.desktop.notifications show-banners" ]'
  write('gsettings', `${showsBanners} && echo ${!isDoNotDisturb}`)
  return {
    path: [folder, process.env.PATH].join(delimiter),
    dispose: () => rmSync(folder, { recursive: true, force: true }),
  }
}

/** Globals that the app sees instead of this machine's. */
export function playSystem(options: SystemOptions) {
  const { system = 'linux', isWayland, trayHost = 'shows', environment } = options
  const bus = createBusPrograms(trayHost, options.isDoNotDisturb)
  const { WAYLAND_DISPLAY, ...inherited } = process.env
  const env = {
    ...inherited,
    PATH: bus.path,
    XDG_CURRENT_DESKTOP: 'GNOME',
    XDG_SESSION_TYPE: isWayland ? 'wayland' : 'x11',
    ...(isWayland && { WAYLAND_DISPLAY: 'wayland-0' }),
    ...environment,
  }
  const played = new Map<string | symbol, unknown>([
    ['platform', system],
    ['env', env],
    ...(system === 'win32' ? [['execPath', WINDOWS_EXECUTABLE] as const] : []),
  ])
  const globals = {
    process: new Proxy(process, {
      get(target, name) {
        if (played.has(name)) return played.get(name)
        const value: unknown = Reflect.get(target, name)
        return typeof value === 'function' ? value.bind(target) : value
      },
    }),
    fetch: refuse('fetch'),
    WebSocket: refuse('WebSocket'),
  }
  return { globals, dispose: bus.dispose }
}

/** Node's own network knows neither the proxy nor the certificates of the system. */
const refuse = (name: string) =>
  function refused(): never {
    throw new Error(`the app uses ${name} of Node instead of Electron's net.${name}`)
  }
