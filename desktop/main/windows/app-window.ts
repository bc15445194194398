import type {
  BrowserWindow,
  BrowserWindowConstructorOptions,
  WebContents,
  WebPreferences,
} from 'electron'

interface WindowPage extends Pick<WebContents, 'isLoadingMainFrame' | 'send'> {
  navigationHistory: Pick<WebContents['navigationHistory'], 'goBack' | 'goForward'>
}

type Used =
  | 'loadURL'
  | 'show'
  | 'showInactive'
  | 'focus'
  | 'restore'
  | 'close'
  | 'maximize'
  | 'isMinimized'
  | 'isMaximized'
  | 'isFocused'
  | 'isDestroyed'
  | 'getNormalBounds'
  | 'setAlwaysOnTop'
  | 'setVisibleOnAllWorkspaces'

type Change = 'move' | 'resize' | 'maximize' | 'unmaximize' | 'close' | 'closed' | 'ready-to-show'

/** A window as the app uses it: Electron's BrowserWindow is one. */
export interface AppWindow extends Pick<BrowserWindow, Used> {
  webContents: WindowPage
  on(event: Change, listener: () => void): unknown
  on(event: 'app-command', listener: (event: unknown, command: string) => void): unknown
  once(event: Change, listener: () => void): unknown
}

export type WindowClass = new (options: BrowserWindowConstructorOptions) => AppWindow

/** Light and dark as `--page` in the interface's styles, so that a window never flashes. */
export const backgroundColor = (isDark: boolean): string => (isDark ? '#0c1116' : '#f3f6f9')

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
