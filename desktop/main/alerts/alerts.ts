import { isDeepStrictEqual } from 'node:util'
import { systemZone } from '#desktop/main/environment.ts'
import type { Market } from '#desktop/main/market/market.ts'
import type { MainSession } from '#desktop/main/session/session.ts'
import type { AppSettings } from '#desktop/main/settings/settings.ts'
import { hasVoted } from '#desktop/main/tray/tray-view.ts'
import type { LiveUpdate } from '#desktop/shared/market-state.ts'
import type { LevelAlert } from '#shared/contract/alerts.ts'
import type { Notification } from '#shared/contract/notifications.ts'
import type { LivePrice } from '#shared/contract/price.ts'
import { type OwnVote, Profile } from '#shared/contract/profile.ts'
import type { VoteSummary } from '#shared/contract/summary.ts'
import { notificationWriter } from '#shared/i18n/notifications.ts'
import { freshnessOf } from '#shared/rules/freshness.ts'
import { quietUntil } from '#shared/rules/quiet-hours.ts'
import type { AccountAlerts } from './account-alerts.ts'
import { accountNotice } from './account-notice.ts'
import type { Alert, Notice, Step } from './alert.ts'
import {
  type AlertState,
  type AlertStateFile,
  readAlertState,
  writeAlertState,
} from './alert-state.ts'
import { alertWriter } from './alert-text.ts'
import { bandAlert, levelAlert, levelAlerts } from './price-alerts.ts'
import { closingAlert, openedAlert, settledAlert } from './round-alerts.ts'
import { createSingleRequest, createVoteWatch } from './vote-watch.ts'

export interface AlertDeps {
  market: Pick<Market, 'state' | 'now' | 'onUpdate'>
  session: Pick<MainSession, 'view' | 'user' | 'isRestored' | 'request'>
  settings: Pick<AppSettings, 'store' | 'locale' | 'write'>
  notify: (notice: Notice) => void
  accountAlerts: AccountAlerts
  /** Gets the newest own votes whenever they are fetched. */
  onOwnVotes?: (userId: number, votes: readonly OwnVote[]) => void
  file: AlertStateFile
  /** Local clock, epoch milliseconds; used for delays only, rounds follow the server time. */
  now: () => number
  /** Current IANA time zone for dates; the system's by default. */
  zone?: () => string
}

/** Alerts of the account are shown, and sound, as these of the app. */
const SHOWN = {
  level: 'level',
  flip: 'band',
  worth: 'band',
  brief: 'opened',
  reply: 'opened',
  mention: 'opened',
  test: 'opened',
  security: 'opened',
} as const

/**
 * Shows alerts for changes of market and session. It needs no timers: an update arrives at least
 * every ten seconds, also after a resume. A muted alert counts as shown. Returns the function that
 * stops.
 */
export function startAlerts(deps: AlertDeps): () => void {
  const { market, session, settings, file } = deps
  const zone = deps.zone ?? systemZone
  let state: AlertState = readAlertState(file)
  let summary: VoteSummary | null = null
  let price: LivePrice | null = null
  let wasConnected = false
  let isRunning = true
  const watch = createVoteWatch({ session, now: deps.now })
  const profile = createSingleRequest(deps.now)

  /** Returns false for a muted alert. */
  const notify = (alert: Alert): boolean => {
    const { isMuted, alerts, sounds } = settings.store.getState()
    if (isMuted) return false
    const own = alert.kind === 'level' ? alert.sound : undefined
    const sound = own && own !== 'default' ? own : sounds[alert.kind]
    const show = () => deps.notify({ ...alertWriter(settings.locale(), zone())(alert), sound })
    if (alert.kind !== 'band' && alert.kind !== 'level') deps.accountAlerts.show(alert.kind, show)
    else if (alerts[alert.kind]) show()
    else return false
    return true
  }

  /** Persists before notifying: after a crash an alert is lost rather than repeated. */
  const apply = <Part extends keyof AlertState>(part: Part, step: Step<AlertState[Part]>) => {
    if (!isDeepStrictEqual(state[part], step.state)) {
      state = { ...state, [part]: step.state }
      writeAlertState(file, state)
    }
    if (step.alert) notify(step.alert)
  }

  const onTarget = (targetDate: string, serverDate: string) => {
    // The estimated server time may be behind the timestamp of the message.
    const now = Math.max(market.now(), Date.parse(serverDate) || 0)
    apply('opened', openedAlert(state.opened, Date.parse(targetDate), now))
  }

  const onSummary = (next: VoteSummary) => {
    // A new target means that a round is being settled.
    if (summary && summary.target1.targetDate !== next.target1.targetDate) watch.requestCheck()
    summary = next
    onTarget(next.target2.targetDate, next.serverDate)
  }

  /** In the quiet hours a crossing waits: it is notified afterwards, unless the price has returned. */
  const mustWait = () =>
    settings.store.getState().hasQuietHours && quietUntil(market.now(), zone()) !== null

  /** A persisted price carries the freshness of an earlier run. */
  const isLive = ({ time }: LivePrice) => freshnessOf(market.now() - Date.parse(time)) === 'live'

  const onPrice = (next: LivePrice) => {
    price = next
    const now = market.now()
    if (!isLive(next)) return
    const band = summary && bandAlert(state.band, next, summary.target2, now)
    if (band && !(band.alert && mustWait())) {
      // The server tells whoever has a call there what that means for it.
      const alert = hasVoted(session.user(), now) ? null : band.alert
      apply('band', { ...band, alert })
    }
    // The server watches those of an account.
    if (session.user()) return
    const { levels } = settings.store.getState()
    const step = levelAlerts(state.levels ?? [], next, levels, mustWait)
    apply('levels', { state: step.states, alert: null })
    const done = step.alerts.filter(({ level, alert }) => notify(alert) && level.isOnce)
    if (done.length === 0) return
    settings.write({ levels: levels.filter((level) => !done.some((one) => one.level === level)) })
  }

  const checkSettledVotes = () =>
    watch.check(market.now(), (userId, votes) => {
      if (!isRunning) return
      deps.onOwnVotes?.(userId, votes)
      apply('settled', settledAlert(state.settled, userId, votes))
    })

  const remindToVote = async () => {
    const target = summary?.target2 ?? null
    const byToken = closingAlert(state.closing, session.user(), target, market.now())
    if (!byToken.alert || !profile.mayStart()) return
    await profile.run(async () => {
      // The token may predate a vote from another device; the profile is current.
      const voter = await session.request(Profile, '/profile')
      if (!isRunning) return
      // The user changed meanwhile; retried at the next update.
      if (session.user()?.id !== voter.id) throw new Error('the profile of somebody else')
      const { state: next, alert } = closingAlert(state.closing, voter, target, market.now())
      // After a vote no further request is needed.
      apply('closing', { state: alert ? next : byToken.state, alert })
    })
  }

  /** Checks everything that may be due. */
  const checkDue = () => {
    deps.accountAlerts.flush()
    void checkSettledVotes()
    void remindToVote()
  }

  const onMarket = () => {
    const view = market.state.getState()
    const isNew = view.summary !== summary || view.price !== price
    // Until then neither the settings nor the calls of the account are known.
    if (isNew && session.isRestored()) {
      if (view.summary && view.summary !== summary) onSummary(view.summary)
      // A price that arrived before its round is checked against the round as well.
      if (view.price) onPrice(view.price)
    }
    checkDue()
  }

  const livePrice = () => {
    const { price: known } = market.state.getState()
    return known && isLive(known) ? known : null
  }
  /** Whether the price is still beyond a crossed level; null without a live price. */
  const isBeyond = ({ level, side }: Pick<LevelAlert, 'level' | 'side'>) => {
    const live = livePrice()
    const now = live && levelAlert(null, live, level).state
    return now && now.crossing.side === side
  }

  /** An alert of the account, which the server has noticed. */
  const onAccountAlert = (notification: Notification) => {
    const { isMuted, hasQuietHours, alerts } = settings.store.getState()
    const about = accountNotice(notification)
    if (!about) return
    const { kind, key, level } = about
    const show = () => {
      const now = settings.store.getState()
      if (now.isMuted && kind !== 'security') return
      const shown = SHOWN[kind]
      // After the quiet hours that of the crossing is outdated.
      const price = level && isBeyond(level) ? livePrice()?.value : undefined
      const current =
        level && price ? { ...notification, level: { ...level, price } } : notification
      const text = notificationWriter(settings.locale(), zone())(current)
      const sound = now.isMuted ? 'silent' : (level?.sound ?? now.sounds[shown])
      deps.notify({ kind: shown, ...text, sound })
    }
    // Neither settings nor the night hold it back: somebody else may have taken over the account.
    if (kind === 'security') return show()
    // The other kinds have their switches on the server.
    if (isMuted || (kind === 'level' && !alerts.level)) return
    const isOfPrice = kind === 'level' || kind === 'flip' || kind === 'worth'
    void deps.accountAlerts.show(kind, show, {
      hasQuietHours: isOfPrice ? hasQuietHours : kind !== 'test',
      key,
      ...(level && { holds: () => isBeyond(level) }),
    })
  }

  const onUpdate = (message: LiveUpdate) => {
    if (message.type === 'alert') return onAccountAlert(message.notification)
    if (message.type === 'hello') {
      // A round may have been settled during an outage.
      if (wasConnected) watch.requestCheck()
      wasConnected = true
    } else if (message.type === 'missed') {
      watch.requestCheck()
    } else if (message.type === 'round') {
      if (message.event === 'settled') watch.requestCheck()
      else if (session.isRestored()) onTarget(message.targetDate, message.serverDate)
    } else return
    checkDue()
  }

  onMarket()
  const unsubscribes = [
    market.state.subscribe(onMarket),
    market.onUpdate(onUpdate),
    session.view.subscribe(onMarket),
  ]
  return () => {
    isRunning = false
    for (const unsubscribe of unsubscribes) unsubscribe()
  }
}
