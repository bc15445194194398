import type { BaseWindow, MessageBoxOptions } from 'electron'
import type { AppWindows } from './windows.ts'

type Parent = Pick<BaseWindow, 'isVisible' | 'isFocused' | 'isResizable'>

interface MessageBoxDeps<Window extends Parent> {
  dialog: {
    showMessageBox(options: MessageBoxOptions): Promise<{ response: number }>
    showMessageBox(parent: Window, options: MessageBoxOptions): Promise<{ response: number }>
  }
  BrowserWindow: { getAllWindows(): Window[] }
  windows(): Pick<AppWindows, 'showMain' | 'onShown'>
}

/** Shows a message box; resolves to the index of the pressed button. */
export type ShowMessageBox = (options: MessageBoxOptions) => Promise<{ response: number }>

/**
 * Message boxes that belong to a visible window, the one with the focus before others and the ticker last; the
 * main window is shown where none is visible. Without a window macOS would stop the whole app until the answer,
 * and Linux may deliver it half a minute late (electron#39876, electron#51049).
 */
export function createMessageBox<Window extends Parent>({
  dialog,
  BrowserWindow,
  windows,
}: MessageBoxDeps<Window>): ShowMessageBox {
  const visibleWindows = () => BrowserWindow.getAllWindows().filter((window) => window.isVisible())
  const showMain = () =>
    new Promise<void>((resolve) => {
      const stop = windows().onShown(() => {
        stop()
        resolve()
      })
      windows().showMain()
    })
  return async (options) => {
    if (visibleWindows().length === 0) await showMain()
    const visible = visibleWindows()
    const parent =
      visible.find((window) => window.isFocused()) ??
      visible.find((window) => window.isResizable()) ??
      visible[0]
    return parent ? dialog.showMessageBox(parent, options) : dialog.showMessageBox(options)
  }
}
