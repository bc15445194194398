import { showToast } from '#desktop/renderer/components/toast.ts'
import { isInstalled, isIos } from '#desktop/renderer/platform/browser-page.ts'
import type { Services } from '#desktop/renderer/platform/services.ts'
import { isAskedForColors } from '#desktop/renderer/platform/theme.ts'
import { installationTexts } from '#shared/i18n/screens/installation.ts'
import { translator } from '#shared/i18n/text.ts'
import { DAY_MS } from '#shared/rules/time.ts'

type InstallDeps = Pick<Services, 'platform' | 'language'>

/** `visited` after the first visit, `answered` once the offer was accepted or dismissed. */
const KEY = 'installOffer'
/** Marks the tab of the first visit. */
const FIRST_VISIT_KEY = 'firstVisit'
const TOAST_ID = 'install'

/** Whether this is a later visit than the first and the offer has no answer yet. Counts this visit. */
function isOfferDue({ preferences }: InstallDeps['platform']): boolean {
  const stored = preferences.read(KEY)
  try {
    if (stored === null) {
      sessionStorage.setItem(FIRST_VISIT_KEY, 'yes')
      preferences.write(KEY, 'visited')
      return false
    }
    return stored === 'visited' && sessionStorage.getItem(FIRST_VISIT_KEY) === null
  } catch {
    return false
  }
}

/**
 * Offers to install the site from the second visit on: by the browser's own dialog, or by a hint on
 * iPhones and iPads. An answer is remembered. The question for colors comes first: one at a time.
 */
export function startInstallOffer({ platform, language }: InstallDeps): void {
  const { locale } = language.store.getState()
  if (isInstalled() || !isOfferDue(platform)) return
  if (isAskedForColors(locale, platform.preferences)) return
  const answer = () => platform.preferences.write(KEY, 'answered')
  const texts = () => translator(installationTexts, language.store.getState().locale)
  const base = { id: TOAST_ID, tone: 'info', onDismiss: answer } as const
  if (isIos()) {
    const t = texts()
    showToast({ ...base, text: t('install.offer'), detail: t('install.ios') }, DAY_MS)
    return
  }
  const offer = (prompt: InstallPromptEvent) => {
    const t = texts()
    const act = () => {
      answer()
      prompt.prompt().catch((error: unknown) => console.warn(error))
    }
    const action = { text: t('install.act'), act }
    const [text, detail] = [t('install.offer'), t('install.detail')]
    showToast({ ...base, text, detail, action }, DAY_MS)
  }
  if (window.installPrompt) {
    offer(window.installPrompt)
    return
  }
  window.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    offer(event)
  })
}
