import { showFailure, showToast } from '#desktop/renderer/components/toast.ts'
import type { Services } from '#desktop/renderer/platform/services.ts'
import { desktopTexts } from '#shared/i18n/screens/desktop.ts'
import { translator } from '#shared/i18n/text.ts'

const TOAST_MS = 30_000
const ID = 'updateToast'

/** Offers to restart into a downloaded update. */
export function showUpdateNotice({
  platform,
  language,
}: Pick<Services, 'platform' | 'language'>): void {
  const { desktop } = platform
  if (!desktop) return
  const texts = () => translator(desktopTexts, language.store.getState().locale)
  const act = () => {
    desktop.installUpdate().catch(() => showFailure(ID, texts()('update.failed')))
  }
  const show = () => {
    const version = desktop.update.getState()
    if (!version) return
    const t = texts()
    const action = { text: t('update.install'), act }
    showToast({ id: ID, text: t('update.ready', { version }), tone: 'info', action }, TOAST_MS)
  }
  show()
  desktop.update.subscribe(show)
}
