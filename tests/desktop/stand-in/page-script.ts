/** Property names that a page cannot guess. */
export interface PageNames {
  /** Binding to the main process. */
  ask: string
  /** Entry for events of the main process. */
  tell: string
  /** Access to any channel from any frame, as a compromised renderer would have. */
  forge: string
}

export const freshNames = (): PageNames => {
  const random = crypto.randomUUID().replaceAll('-', '')
  return { ask: `ask${random}`, tell: `tell${random}`, forge: `forge${random}` }
}

/**
 * Script that runs before any page script: hides the binding, and in the main frame runs the
 * preload as in a sandbox, with a `require` that knows only `electron`.
 */
export function pageScript(names: PageNames, preload: string | null): string {
  return `(() => {
    const ask = globalThis[${JSON.stringify(names.ask)}];
    delete globalThis[${JSON.stringify(names.ask)}];
    (${around})(${JSON.stringify(names)}, ask, ${
      preload === null ? 'null' : `function (require, module, exports, process) {\n${preload}\n}`
    });
  })()`
}

type IpcBinding = (kind: string, channel: string, args: unknown[]) => Promise<IpcReply>
type IpcReply = { value?: unknown; error?: string }
type Preload = (require: unknown, module: unknown, exports: unknown, process: unknown) => void

/** Runs in the page: only its arguments are available. */
function around(names: PageNames, ask: IpcBinding, preload: Preload | null): void {
  const hide = (name: string, value: unknown) =>
    Object.defineProperty(globalThis, name, { value, configurable: true })
  /** Electron passes structured clones only. */
  const send = async (kind: string, channel: string, args: unknown[]) => {
    const { value, error } = await ask(kind, channel, structuredClone(args))
    if (error !== undefined) throw new Error(error)
    return value
  }
  hide(names.forge, send)
  if (window !== window.top || preload === null) return
  // In Electron a page may close its window, in Chromium only one that a script has opened.
  window.close = () => void ask('close', '', [])

  type Listener = (event: object, ...args: unknown[]) => void
  const listeners = new Map<string, Listener[]>()
  const ipcRenderer = {
    invoke: (channel: string, ...args: unknown[]) => send('invoke', channel, args),
    send: (channel: string, ...args: unknown[]) => void send('send', channel, args),
    on(channel: string, listener: Listener) {
      listeners.set(channel, [...(listeners.get(channel) ?? []), listener])
      return ipcRenderer
    },
    removeListener(channel: string, listener: Listener) {
      const left = [...(listeners.get(channel) ?? [])]
      const at = left.lastIndexOf(listener)
      if (at >= 0) left.splice(at, 1)
      listeners.set(channel, left)
      return ipcRenderer
    },
  }
  hide(names.tell, (channel: string, args: unknown[]) => {
    for (const listener of listeners.get(channel) ?? []) listener({ sender: ipcRenderer }, ...args)
    return listeners.get(channel)?.length ?? 0
  })

  /** Copies like contextBridge: values are cloned, functions wrapped, everything frozen. */
  const across = (value: unknown): unknown => {
    if (typeof value === 'function') {
      return (...args: unknown[]) => across(value(...args.map(across)))
    }
    if (value instanceof Promise) return value.then(across)
    if (Array.isArray(value)) return Object.freeze(value.map(across))
    const isPlain =
      typeof value === 'object' &&
      value !== null &&
      Object.getPrototypeOf(value) === Object.prototype
    if (!isPlain) return typeof value === 'object' ? structuredClone(value) : value
    const entries = Object.entries(value).map(([key, part]) => [key, across(part)])
    return Object.freeze(Object.fromEntries(entries))
  }
  const contextBridge = {
    exposeInMainWorld(name: string, api: unknown) {
      if (name in globalThis) throw new Error(`Cannot bind an API on top of window.${name}`)
      const value = across(api)
      Object.defineProperty(globalThis, name, { value, enumerable: true })
    },
  }
  const strict = (name: string, parts: object) =>
    new Proxy(parts, {
      get(target, key) {
        if (key in target || typeof key === 'symbol') return Reflect.get(target, key)
        throw new Error(`the stand-in for electron has no ${name}.${key} in a preload`)
      },
    })
  const electron = strict('electron', {
    contextBridge: strict('contextBridge', contextBridge),
    ipcRenderer: strict('ipcRenderer', ipcRenderer),
  })
  const require = (name: string) => {
    if (name === 'electron' || name === 'electron/renderer') return electron
    throw new Error(`module not found: ${name}`)
  }
  const module = { exports: {} }
  preload(require, module, module.exports, strict('process', { type: 'renderer', sandboxed: true }))
}
