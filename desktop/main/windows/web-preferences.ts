import type { WebPreferences } from 'electron'

interface PreferenceOptions {
  /** The preload's file. */
  preload: string
  isPackaged: boolean
}

/** What every window runs with: sandboxed pages that know of the app only what the preload shows. */
export const webPreferences = ({ preload, isPackaged }: PreferenceOptions): WebPreferences => ({
  preload,
  sandbox: true,
  contextIsolation: true,
  nodeIntegration: false,
  nodeIntegrationInWorker: false,
  nodeIntegrationInSubFrames: false,
  webSecurity: true,
  allowRunningInsecureContent: false,
  experimentalFeatures: false,
  webviewTag: false,
  navigateOnDragDrop: false,
  safeDialogs: true,
  spellcheck: true,
  devTools: !isPackaged,
})
