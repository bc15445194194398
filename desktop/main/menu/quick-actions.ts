import type { App, Menu, MenuItemConstructorOptions } from 'electron'
import { type AppSettings, onSettingChange } from '#desktop/main/settings/settings.ts'
import { menuTexts } from '#shared/i18n/desktop/menu.ts'
import { translator } from '#shared/i18n/text.ts'
import { PATHS } from '#shared/rules/paths.ts'

interface QuickActionsDeps<Built> {
  app: Pick<App, 'isPackaged'> & {
    /** Windows only. */
    setUserTasks?: App['setUserTasks']
    /** macOS only. */
    dock?: { setMenu(menu: Built): void } | undefined
  }
  Menu: { buildFromTemplate(items: MenuItemConstructorOptions[]): Built }
  settings: AppSettings
  /** `darwin`, `win32` or `linux`. */
  system: string
  executable: string
  /** Shows the main window at a path. */
  open: (path: string) => void
}

const ACTIONS = [
  ['menu.write', PATHS.voteWrite],
  ['menu.votes', PATHS.votes],
  ['menu.boards', PATHS.boards],
] as const

/**
 * Sets the menu of the Dock icon on macOS and the jump list on Windows, in the language of the app.
 * Returns the function that stops.
 */
export function setQuickActions<Built = Menu>(deps: QuickActionsDeps<Built>): () => void {
  const { app, Menu, settings, system, executable, open } = deps
  const show = () => {
    const t = translator(menuTexts, settings.locale())
    const lines = ACTIONS.map(([key, path]) => ({ label: t(key), path }))
    app.dock?.setMenu(
      Menu.buildFromTemplate(lines.map(({ label, path }) => ({ label, click: () => open(path) }))),
    )
    // A development build is not started by its executable alone.
    if (system !== 'win32' || !app.isPackaged) return
    app.setUserTasks?.(
      lines.map(({ label, path }) => ({
        title: label,
        description: label,
        program: executable,
        arguments: `tidemark:/${path}`,
        iconPath: executable,
        iconIndex: 0,
      })),
    )
  }
  show()
  return onSettingChange(settings, 'locale', show)
}
