import type { App, Dialog } from 'electron'
import { menuTexts } from '#shared/i18n/desktop/menu.ts'
import { firstLocale } from '#shared/i18n/locale.ts'
import { translator } from '#shared/i18n/text.ts'

interface FailOptions {
  app: Pick<App, 'exit' | 'getPreferredSystemLanguages'>
  dialog: Pick<Dialog, 'showErrorBox'>
}

/**
 * Says that the app could not start, and ends it: half of it would stay without a window or a tray
 * to end it by. What went wrong is told on the terminal.
 */
export function failToStart({ app, dialog }: FailOptions, error: unknown): void {
  console.error(error)
  const locale = firstLocale(null, app.getPreferredSystemLanguages()[0] ?? '')
  const t = translator(menuTexts, locale)
  dialog.showErrorBox(t('start.failed'), t('start.failedDetail'))
  app.exit(1)
}
