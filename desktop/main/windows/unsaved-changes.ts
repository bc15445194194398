import type { MessageBoxSyncOptions } from 'electron'
import { onWebContents, type WebContentsApp } from '#desktop/main/security/navigation.ts'
import { menuTexts } from '#shared/i18n/desktop/menu.ts'
import type { Locale } from '#shared/i18n/locale.ts'
import { translator } from '#shared/i18n/text.ts'

interface Closing {
  on(event: 'will-prevent-unload', listener: (event: { preventDefault(): void }) => void): unknown
}

interface LeavingOptions {
  app: WebContentsApp<Closing>
  /** Electron's `dialog` has it. */
  dialog: { showMessageBoxSync(options: MessageBoxSyncOptions): number }
  locale(): Locale
  /** Called when the user stays, which calls off a quit. */
  onStay(): void
}

/**
 * Confirms the closing of a page with unsaved changes, as a browser does; Electron would silently
 * cancel it.
 */
export function confirmUnload({ app, dialog, locale, onStay }: LeavingOptions): () => void {
  const mayLeave = () => {
    const t = translator(menuTexts, locale())
    const answer = dialog.showMessageBoxSync({
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
      if (mayLeave()) event.preventDefault()
      else onStay()
    })
  })
}
