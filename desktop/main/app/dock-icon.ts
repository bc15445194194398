import type { Dock } from 'electron'
import { type AppSettings, onSettingChange } from '#desktop/main/settings/settings.ts'

interface DockIconDeps {
  /** Undefined where there is no Dock. */
  dock: Pick<Dock, 'hide' | 'show'> | undefined
  settings: Pick<AppSettings, 'store'>
}

/**
 * Hides the app from the Dock of macOS where the settings say so; the tray leads to it then. Returns the
 * function that stops following the setting.
 */
export function startDockIcon({ dock, settings }: DockIconDeps): () => void {
  if (!dock) return () => {}
  if (!settings.store.getState().hasDockIcon) dock.hide()
  return onSettingChange(settings, 'hasDockIcon', (isShown) => {
    if (isShown) void dock.show()
    else dock.hide()
  })
}
