import type { StoreApi } from 'zustand/vanilla'
import type { DesktopSettings } from '#desktop/bridge/settings.ts'
import type { Keeping } from '#desktop/bridge/shapes.ts'

/** What the desktop app has and a browser has not. */
export interface DesktopParts {
  version: string
  /** What the person chose about the app, the same in every window. */
  settings: StoreApi<DesktopSettings>
  /** Changes some of it. Rejects when that was not possible. */
  writeSettings(part: Partial<DesktopSettings>): Promise<void>
  /** Whether the session outlives the app. */
  keeping: StoreApi<Keeping>
  /** The version of an update that is ready, or null. */
  update: StoreApi<string | null>
  /** Restarts into the update. Rejects when that was not possible. */
  installUpdate(): Promise<void>
  /** Shows the main window at a path; for the mini ticker. */
  openMainWindow(path: string): void
}
