import type { MessageBoxSyncOptions } from 'electron'
import { onWebContents, type WebContentsApp } from '#desktop/main/app/web-contents.ts'
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
}

/**
 * Asks before a page with unsaved changes is closed. A browser asks by itself; Electron would keep
 * the window open without a word.
 */
export function confirmUnload({ app, dialog, locale }: LeavingOptions): () => void {
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
      // To prevent the prevention is to leave.
      if (mayLeave()) event.preventDefault()
    })
  })
}
