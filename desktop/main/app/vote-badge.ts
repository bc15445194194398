import { join } from 'node:path'
import type { App, NativeImage } from 'electron'
import type { AppSettings } from '#desktop/main/settings/settings.ts'
import { hasVoted } from '#desktop/main/tray/tray-view.ts'
import type { UserClaims } from '#shared/contract/auth.ts'
import { trayTexts } from '#shared/i18n/desktop/tray.ts'
import { translator } from '#shared/i18n/text.ts'

interface Changing {
  subscribe(listener: () => void): () => void
}

interface VoteBadgeDeps<Picture> {
  app: Pick<App, 'setBadgeCount'> & { dock?: { setBadge(text: string): void } | undefined }
  nativeImage: { createFromPath(path: string): Picture }
  windows: { setOverlay(overlay: Picture | null, description: string): void }
  /** `darwin`, `win32` or `linux`. */
  system: string
  /** Folder of the tray pictures, build/icons/tray. */
  iconFolder: string
  /** `now` is server time, epoch milliseconds. */
  market: { state: Changing; now(): number }
  session: { view: Changing; user(): Pick<UserClaims, 'lastVoteTime'> | null }
  settings: Pick<AppSettings, 'store' | 'locale'>
}

/**
 * Marks the app's icon while the signed-in user has no vote in the live round: a dot in the Dock or
 * on the taskbar button of Windows, 1 on Linux launchers that show a count. Returns the function that stops.
 */
export function startVoteBadge<Picture = NativeImage>(deps: VoteBadgeDeps<Picture>): () => void {
  const { app, market, session, settings, system } = deps
  const setOverlay = (isDue: boolean) => {
    const text = translator(trayTexts, settings.locale())('tray.notVoted')
    const path = join(deps.iconFolder, 'win32', 'no-vote.ico')
    deps.windows.setOverlay(isDue ? deps.nativeImage.createFromPath(path) : null, isDue ? text : '')
  }
  let isShown = false
  const show = (isDue: boolean) => {
    if (isDue === isShown) return
    isShown = isDue
    if (app.dock) app.dock.setBadge(isDue ? '•' : '')
    else if (system === 'win32') setOverlay(isDue)
    else app.setBadgeCount(isDue ? 1 : 0)
  }
  const update = () => {
    const user = session.user()
    const isWanted = settings.store.getState().hasCallBadge
    show(isWanted && user !== null && !hasVoted(user, market.now()))
  }
  update()
  const stops = [
    market.state.subscribe(update),
    session.view.subscribe(update),
    settings.store.subscribe(update),
  ]
  return () => {
    for (const stop of stops) stop()
    show(false)
  }
}
