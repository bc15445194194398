import type { BaseWindow, MessageBoxSyncOptions } from 'electron'
import { onWebContents, type WebContentsApp } from '#desktop/main/security/navigation.ts'
import { menuTexts } from '#shared/i18n/desktop/menu.ts'
import type { Locale } from '#shared/i18n/locale.ts'
import { translator } from '#shared/i18n/text.ts'

interface Closing {
  on(event: 'will-prevent-unload', listener: (event: { preventDefault(): void }) => void): unknown
}

type Parent = Pick<BaseWindow, 'isMinimized' | 'restore' | 'show'>

interface LeavingOptions<Window extends Parent> {
  app: WebContentsApp<Closing>
  /** Electron's `dialog` has it. */
  dialog: {
    showMessageBoxSync(options: MessageBoxSyncOptions): number
    showMessageBoxSync(parent: Window, options: MessageBoxSyncOptions): number
  }
  BrowserWindow: { fromWebContents(page: Closing): Window | null }
  locale(): Locale
  /** Called when the user stays on a page, which calls off a quit. */
  onStay(page: object): void
}

/**
 * Confirms the closing of a page with unsaved changes, as a browser does; Electron would silently
 * cancel it. The page's window comes to the front and owns the message box: without an owner, Windows and
 * X11 open it behind a window on top (electron#7177), and desktops hide that of a minimized window.
 */
export function confirmUnload<Window extends Parent>(options: LeavingOptions<Window>): () => void {
  const { app, dialog, BrowserWindow, locale, onStay } = options
  const ask = (page: Closing, question: MessageBoxSyncOptions) => {
    const window = BrowserWindow.fromWebContents(page)
    if (!window) return dialog.showMessageBoxSync(question)
    if (window.isMinimized()) window.restore()
    window.show()
    return dialog.showMessageBoxSync(window, question)
  }
  const mayLeave = (page: Closing) => {
    const t = translator(menuTexts, locale())
    const answer = ask(page, {
      type: 'question',
      message: t('leave.confirm'),
      detail: t('leave.detail'),
      buttons: [t('leave.yes'), t('leave.no')],
      defaultId: 1,
      cancelId: 1,
      noLink: true,
    })
    return answer === 0
  }
  return onWebContents(app, (page) => {
    page.on('will-prevent-unload', (event) => {
      // Preventing this event closes the page.
      if (mayLeave(page)) event.preventDefault()
      else onStay(page)
    })
  })
}
