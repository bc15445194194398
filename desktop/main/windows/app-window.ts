import type {
  BrowserWindow,
  BrowserWindowConstructorOptions,
  WebContents,
  WebPreferences,
} from 'electron'

type UsedOfPage = 'getURL' | 'isLoadingMainFrame' | 'send' | 'print'

interface WindowPage extends Pick<WebContents, UsedOfPage> {
  navigationHistory: Pick<WebContents['navigationHistory'], 'goBack' | 'goForward'>
  once(event: 'did-finish-load', listener: () => void): unknown
  on(event: 'did-fail-load', listener: FailListener): unknown
}

type FailListener = (
  event: unknown,
  code: number,
  description: string,
  url: string,
  isMainFrame: boolean,
) => void

type Used =
  | 'loadURL'
  | 'show'
  | 'showInactive'
  | 'hide'
  | 'focus'
  | 'restore'
  | 'close'
  | 'maximize'
  | 'unmaximize'
  | 'isFullScreen'
  | 'setFullScreen'
  | 'isVisible'
  | 'isMinimized'
  | 'isMaximized'
  | 'isFocused'
  | 'isDestroyed'
  | 'getBounds'
  | 'getNormalBounds'
  | 'setBounds'
  | 'setIgnoreMouseEvents'
  | 'setAlwaysOnTop'
  | 'setOpacity'
  | 'setOverlayIcon'
  | 'setSize'
  | 'setVisibleOnAllWorkspaces'

type Change =
  | 'move'
  | 'moved'
  | 'resize'
  | 'maximize'
  | 'unmaximize'
  | 'close'
  | 'closed'
  | 'ready-to-show'
  | 'show'
  | 'restore'
  | 'leave-full-screen'

/** The part of Electron's BrowserWindow that is used. */
export interface AppWindow extends Pick<BrowserWindow, Used> {
  webContents: WindowPage
  on(event: Change, listener: () => void): unknown
  on(event: 'app-command', listener: (event: unknown, command: string) => void): unknown
  once(event: Change, listener: () => void): unknown
}

export type WindowClass = new (options: BrowserWindowConstructorOptions) => AppWindow

/** Same as `--page` in the styles, so that a window does not flash. */
export const backgroundColor = (isDark: boolean): string => (isDark ? '#0c1116' : '#f3f6f9')

interface PreferenceOptions {
  /** Path of the preload script. */
  preload: string
  isPackaged: boolean
}

/** Preferences of every window: sandboxed, isolated, no Node. */
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
