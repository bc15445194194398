import type { GlobalShortcut } from 'electron'
import { SHORTCUTS, type ShortcutName } from '#desktop/bridge/settings.ts'
import type { Log } from '#desktop/main/log/log.ts'
import { type AppSettings, onSettingChange } from '#desktop/main/settings/settings.ts'

interface GlobalShortcutsDeps {
  globalShortcut: Pick<GlobalShortcut, 'register' | 'unregister'>
  settings: Pick<AppSettings, 'store' | 'write'>
  isWayland: boolean
  log: Pick<Log, 'warn'>
  /** The action of each shortcut. */
  tasks: Record<ShortcutName, () => void>
}

/** Keys whose ids are the same to the portal of Wayland (electron#52223). */
const UNNAMED = /(?:F\d+|Return|`)$/

type Actions = Map<string, () => void>

/**
 * Registers the shortcuts of the settings, and each new one in the place of the one before. One that another
 * program or another action has is written back to the one before: the window that asked for it sees that it
 * was taken. On Wayland Electron reports success before the desktop has decided (electron#52218), also for
 * keys that it has given to another action, and unregisters none. Returns the function that unregisters them.
 */
export function startGlobalShortcuts(deps: GlobalShortcutsDeps): () => void {
  const actions: Actions = new Map()
  const stops = SHORTCUTS.map((name) => startGlobalShortcut(name, actions, deps))
  return () => {
    for (const stop of stops) stop()
  }
}

function startGlobalShortcut(
  name: ShortcutName,
  actions: Actions,
  { globalShortcut, settings, isWayland, log, tasks }: GlobalShortcutsDeps,
): () => void {
  let registered: string | null = null

  const register = (accelerator: string): boolean => {
    if (actions.has(accelerator) || (isWayland && UNNAMED.test(accelerator))) return false
    try {
      if (!globalShortcut.register(accelerator, () => actions.get(accelerator)?.())) return false
    } catch {
      // Not the name of a key.
      return false
    }
    actions.set(accelerator, tasks[name])
    return true
  }
  const release = () => {
    if (registered === null) return
    globalShortcut.unregister(registered)
    actions.delete(registered)
    registered = null
  }
  const apply = (accelerator: string | null) => {
    if (accelerator === registered) return
    if (accelerator !== null && !register(accelerator)) {
      log.warn(`the system did not give the shortcut ${accelerator}`)
      settings.write({ [name]: registered })
      return
    }
    release()
    registered = accelerator
  }

  const saved = settings.store.getState()[name]
  if (saved !== null && register(saved)) registered = saved
  // It stays in the settings: the other program may be gone at the next start.
  else if (saved !== null) log.warn(`the system did not give the shortcut ${saved}`)
  const stop = onSettingChange(settings, name, apply)
  return () => {
    stop()
    release()
  }
}
