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

/** Answers of `busctl` about the names on the session bus. */
const busAnswer = (hasTrayHost: boolean) => `#!/bin/sh\necho 'b ${hasTrayHost}'\n`

/** Globals that the app sees instead of this machine's. */
export function playSystem(options: SystemOptions) {
  const { system = 'linux', isWayland, hasTrayHost = true, environment } = options
  const programs = mkdtempSync(join(tmpdir(), 'tidemark-programs-'))
  const bus = join(programs, 'busctl')
  writeFileSync(bus, busAnswer(hasTrayHost))
  chmodSync(bus, 0o755)
  const { WAYLAND_DISPLAY, ...inherited } = process.env
  const env = {
    ...inherited,
    PATH: [programs, process.env.PATH].join(delimiter),
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
  return { globals, dispose: () => rmSync(programs, { recursive: true, force: true }) }
}

/** Node's own network knows neither the proxy nor the certificates of the system. */
const refuse = (name: string) =>
  function refused(): never {
    throw new Error(`the app uses ${name} of Node instead of Electron's net.${name}`)
  }
