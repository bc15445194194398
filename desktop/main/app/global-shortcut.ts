import type { GlobalShortcut } from 'electron'
import type { Log } from '#desktop/main/log/log.ts'
import { type AppSettings, onSettingChange } from '#desktop/main/settings/settings.ts'

interface GlobalShortcutDeps {
  globalShortcut: Pick<GlobalShortcut, 'register' | 'unregister'>
  settings: Pick<AppSettings, 'store' | 'write'>
  log: Pick<Log, 'warn'>
  /** Shows or hides the main window. */
  toggle: () => void
}

/**
 * Registers the shortcut of the settings, and each new one in its place. One that another program has
 * is written back to the one before: the window that asked for it sees that it was taken. On Wayland
 * Electron reports success before the desktop has decided (electron#52218). Returns the function that
 * unregisters it.
 */
export function startGlobalShortcut(deps: GlobalShortcutDeps): () => void {
  const { globalShortcut, settings, log, toggle } = deps
  let registered: string | null = null

  const register = (accelerator: string): boolean => {
    try {
      return globalShortcut.register(accelerator, toggle)
    } catch {
      // Not the name of a key.
      return false
    }
  }
  const release = () => {
    if (registered !== null) globalShortcut.unregister(registered)
    registered = null
  }
  const apply = (accelerator: string | null) => {
    if (accelerator === registered) return
    if (accelerator !== null && !register(accelerator)) {
      log.warn(`the system did not give the shortcut ${accelerator}`)
      settings.write({ globalShortcut: registered })
      return
    }
    release()
    registered = accelerator
  }

  const saved = settings.store.getState().globalShortcut
  if (saved !== null && register(saved)) registered = saved
  // It stays in the settings: the other program may be gone at the next start.
  else if (saved !== null) log.warn(`the system did not give the shortcut ${saved}`)
  const stop = onSettingChange(settings, 'globalShortcut', apply)
  return () => {
    stop()
    release()
  }
}
