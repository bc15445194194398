import type { DesktopBridge } from '#desktop/bridge/contract.ts'

/**
 * Receives navigation requests from the start. Returns the function that sets the target; it
 * replays the last earlier path.
 */
export function createNavigation(bridge: Pick<DesktopBridge, 'on'>) {
  let last: string | null = null
  let go = (path: string): unknown => {
    last = path
    return undefined
  }
  bridge.on('window:go', (path) => {
    go(path)
  })
  return (next: (path: string) => unknown): void => {
    go = next
    if (last !== null) next(last)
  }
}
