import type { App } from 'electron'
import type { AppSettings } from '#desktop/main/settings/settings.ts'
import { hasVoted } from '#desktop/main/tray/tray-menu.ts'
import type { UserClaims } from '#shared/contract/auth.ts'

interface Changing {
  subscribe(listener: () => void): () => void
}

interface CallBadgeDeps {
  app: Pick<App, 'setBadgeCount'> & { dock?: { setBadge(text: string): void } | undefined }
  /** `now` is server time, epoch milliseconds. */
  market: { state: Changing; now(): number }
  session: { view: Changing; user(): Pick<UserClaims, 'lastVoteTime'> | null }
  settings: Pick<AppSettings, 'store'>
}

/**
 * Marks the app's icon while the signed-in user has no call in the live round: a dot in the Dock, 1 on
 * Linux launchers that show a count. Windows shows neither. Returns the function that stops.
 */
export function startCallBadge(deps: CallBadgeDeps): () => void {
  const { app, market, session, settings } = deps
  let isShown = false
  const show = (isDue: boolean) => {
    if (isDue === isShown) return
    isShown = isDue
    if (app.dock) app.dock.setBadge(isDue ? '•' : '')
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
