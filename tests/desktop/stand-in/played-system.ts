import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'

export interface SystemOptions {
  /** Operating system that the app sees; Linux by default. */
  system?: 'darwin' | 'win32' | 'linux'
  /** Linux with Wayland: windows have no position and no order, and a shown one takes the focus. */
  isWayland?: boolean
  /** False: no panel of the session shows tray icons. */
  hasTrayHost?: boolean
  /** More variables of the environment. */
  environment?: Record<string, string>
}

/** A PATH whose `busctl` tells whether the session shows tray icons. */
export function createBusPrograms(hasTrayHost: boolean) {
  const folder = mkdtempSync(join(tmpdir(), 'tidemark-programs-'))
  const bus = join(folder, 'busctl')
  writeFileSync(bus, `#!/bin/sh\necho 'b ${hasTrayHost}'\n`)
  chmodSync(bus, 0o755)
  return {
    path: [folder, process.env.PATH].join(delimiter),
    dispose: () => rmSync(folder, { recursive: true, force: true }),
  }
}

/** Globals that the app sees instead of this machine's. */
export function playSystem(options: SystemOptions) {
  const { system = 'linux', isWayland, hasTrayHost = true, environment } = options
  const bus = createBusPrograms(hasTrayHost)
  const { WAYLAND_DISPLAY, ...inherited } = process.env
  const env = {
    ...inherited,
    PATH: bus.path,
    XDG_SESSION_TYPE: isWayland ? 'wayland' : 'x11',
    ...(isWayland && { WAYLAND_DISPLAY: 'wayland-0' }),
    ...environment,
  }
  const played = new Map<string | symbol, unknown>([
    ['platform', system],
    ['env', env],
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
