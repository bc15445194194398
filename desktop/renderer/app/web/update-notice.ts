import { showToast } from '#desktop/renderer/components/toast.ts'
import { reloadPage } from '#desktop/renderer/platform/browser-page.ts'
import type { Services } from '#desktop/renderer/platform/services.ts'
import { installationTexts } from '#shared/i18n/screens/installation.ts'
import { translator } from '#shared/i18n/text.ts'
import { DAY_MS, HOUR_MS } from '#shared/rules/time.ts'

/** The build that a page of the site belongs to: the path of its entry, which changes with every file. */
export const buildOf = (html: string): string | null =>
  /\/assets\/index-[\w-]+\.js/.exec(html)?.[0] ?? null

const WORKER = '/sw.js'

/** Registers the service worker, which starts the site without a network. Never rejects. */
export async function registerWorker(): Promise<void> {
  try {
    await navigator.serviceWorker?.register(WORKER)
  } catch (error) {
    // Refused storage, or a server that is away.
    console.warn(error)
  }
}

/** Fetches the worker of a new build. Never rejects. */
async function updateWorker(): Promise<void> {
  try {
    const registration = await navigator.serviceWorker?.getRegistration()
    await registration?.update()
  } catch (error) {
    console.warn(error)
  }
}

/** The build that the server sends now; null when it does not answer. */
async function fetchBuild(): Promise<string | null> {
  try {
    const reply = await fetch('/index.html', { cache: 'no-cache' })
    return reply.ok ? buildOf(await reply.text()) : null
  } catch {
    return null
  }
}

/**
 * Offers to reload the page when the server has another build: after an interruption, as a deployment is
 * one, and once an hour. Never reloads by itself.
 */
export function startUpdateNotice(
  { live, language }: Pick<Services, 'live' | 'language'>,
  build: string | null,
): void {
  if (build === null) return
  let known = build
  let checkedAt = Date.now()

  const check = async () => {
    checkedAt = Date.now()
    const newest = await fetchBuild()
    if (newest === null || newest === known) return
    // Dismissed for this build.
    known = newest
    updateWorker()
    const t = translator(installationTexts, language.store.getState().locale)
    const action = { text: t('update.reload'), act: reloadPage }
    showToast({ id: 'update', text: t('update.ready'), tone: 'info', action }, DAY_MS)
  }
  const checkHourly = () => {
    if (document.visibilityState === 'visible' && Date.now() - checkedAt >= HOUR_MS) check()
  }

  let wasLive = live.link.getState() === 'live'
  let isInterrupted = false
  live.link.subscribe((link) => {
    if (link !== 'live') isInterrupted = wasLive
    else {
      if (isInterrupted) check()
      wasLive = true
      isInterrupted = false
    }
  })
  document.addEventListener('visibilitychange', checkHourly)
  setInterval(checkHourly, HOUR_MS / 6)
}
