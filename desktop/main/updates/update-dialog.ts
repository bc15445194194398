import type { ShowMessageBox } from '#desktop/main/windows/message-box.ts'
import { updateTexts } from '#shared/i18n/desktop/updates.ts'
import type { Locale } from '#shared/i18n/locale.ts'
import { translator } from '#shared/i18n/text.ts'
import type { Updates } from './updater.ts'

interface AnnounceOptions {
  updates: Pick<Updates, 'check' | 'install' | 'installsAtQuit'>
  showMessageBox: ShowMessageBox
  locale: Locale
  /** Opens the website, where the user downloads a version that the app cannot install. */
  openWebsite(): void
}

/** Menu command "Check for updates": checks, reports the outcome, and restarts on request. */
export async function showUpdateCheck(options: AnnounceOptions): Promise<void> {
  const { updates, showMessageBox, locale, openWebsite } = options
  const t = translator(updateTexts, locale)
  const outcome = await updates.check()
  if (outcome.status === 'ready') {
    const { response } = await showMessageBox({
      type: 'info',
      message: t('update.ready', { version: outcome.version }),
      detail: t(updates.installsAtQuit ? 'update.readyDetail' : 'update.readyPackage'),
      buttons: [t('update.restart'), t('update.later')],
      defaultId: 0,
      cancelId: 1,
      noLink: true,
    })
    if (response === 0) updates.install()
    return
  }
  if (outcome.status === 'manual') {
    const { response } = await showMessageBox({
      type: 'info',
      message: t('update.manual', { version: outcome.version }),
      detail: t('update.manualDetail'),
      buttons: [t('update.website'), t('update.later')],
      defaultId: 0,
      cancelId: 1,
      noLink: true,
    })
    if (response === 0) openWebsite()
    return
  }
  const failed = { type: 'warning' as const, detail: t('update.failedDetail') }
  await showMessageBox({
    type: 'info',
    ...(outcome.status === 'failed' ? failed : {}),
    message:
      outcome.status === 'found'
        ? t('update.found', { version: outcome.version })
        : t(`update.${outcome.status}`),
    buttons: [t('update.close')],
  })
}
