import type { MessageBoxOptions } from 'electron'
import { crashTexts } from '#shared/i18n/desktop/crash.ts'
import type { Locale } from '#shared/i18n/locale.ts'
import { translator } from '#shared/i18n/text.ts'

export interface CrashMessageOptions {
  /** Electron's `dialog` has it. */
  dialog: { showMessageBox(options: MessageBoxOptions): Promise<{ response: number }> }
  locale(): Locale
}

/** Asks whether a window that stopped working twice is tried again; else it is closed. */
export async function askToTryAgain({ dialog, locale }: CrashMessageOptions): Promise<boolean> {
  const t = translator(crashTexts, locale())
  const { response } = await dialog.showMessageBox({
    type: 'error',
    message: t('crash.title'),
    detail: t('crash.detail'),
    buttons: [t('crash.retry'), t('crash.close')],
    defaultId: 0,
    cancelId: 1,
    noLink: true,
  })
  return response === 0
}
