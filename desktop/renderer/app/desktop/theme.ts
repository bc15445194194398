import type { DesktopBridge } from '#desktop/bridge/bridge.ts'
import type { Services } from '#desktop/renderer/platform/services.ts'
import type { Theme } from '#desktop/renderer/platform/theme.ts'

/** Reports the theme to the app, for title bar, menus and dialogs. `known` is its present value. */
export function syncTheme(
  bridge: Pick<DesktopBridge, 'writeSettings'>,
  { theme }: Pick<Services, 'theme'>,
  known: Theme,
): void {
  let reported = known
  const report = () => {
    const chosen = theme.store.getState()
    if (chosen === reported) return
    reported = chosen
    bridge.writeSettings({ theme: chosen }).catch(() => {})
  }
  report()
  theme.store.subscribe(report)
}
