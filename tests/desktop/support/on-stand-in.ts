import type { RunningApp } from '#tests/desktop/stand-in/start.ts'
import { eventually } from '#tests/support/eventually.ts'
import type { DesktopApp } from './desktop-app.ts'

/** Adapter from the stand-in to the journeys. */
export function onStandIn(app: RunningApp): DesktopApp {
  const menu = () => app.trays.at(-1)?.menu ?? null
  const windows = () => app.electron.BrowserWindow.getAllWindows()
  return {
    async page() {
      await eventually(() => windows().length > 0, { what: 'a window is open' })
      return app.page()
    },
    windows: async () => windows().length,
    opened: async () => app.shell.opened,
    trayLines: async () => menu()?.labels() ?? [],
    chooseInTray: async (label) => app.choose(menu(), label),
    notifications: async () => app.notifications.map(({ title, body }) => ({ title, body })),
    clickNotification: async () => app.notifications.at(-1)?.click(),
    // Linux and Windows start a second process with the link as an argument.
    openLink: async (link) => {
      app.electron.app.tell('second-instance', [process.execPath, link], process.cwd(), null)
    },
    quit: app.quit,
  }
}
