import type { App } from 'electron'

interface SandboxOptions {
  app: Pick<App, 'enableSandbox'> & { commandLine: { hasSwitch(name: string): boolean } }
  /** `darwin`, `win32` or `linux`. */
  system: string
}

/**
 * Sandboxes every renderer; call before `ready`. False on a Linux start with `--no-sandbox`, which an
 * AppImage adds where the system refuses user namespaces: its zygote runs without a sandbox already,
 * and `enableSandbox` would only remove the switch from the processes that are still to come.
 */
export function enableSandbox({ app, system }: SandboxOptions): boolean {
  if (system === 'linux' && app.commandLine.hasSwitch('no-sandbox')) return false
  app.enableSandbox()
  return true
}
