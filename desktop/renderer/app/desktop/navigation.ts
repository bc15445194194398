import type { DesktopBridge } from '#desktop/bridge/bridge.ts'

/**
 * Hears from now on where the app wants the window to go. Answers how to take over with what goes
 * there: it is told at once of the last path that came before.
 */
export function createNavigation(bridge: Pick<DesktopBridge, 'onGo'>) {
  let last: string | null = null
  let go = (path: string): unknown => {
    last = path
    return undefined
  }
  bridge.onGo((path) => {
    go(path)
  })
  return (next: (path: string) => unknown): void => {
    go = next
    if (last !== null) next(last)
  }
}
