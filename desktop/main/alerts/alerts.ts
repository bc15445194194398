import { isDeepStrictEqual } from 'node:util'
import type { Market } from '#desktop/main/market/market.ts'
import type { MainSession } from '#desktop/main/session/session.ts'
import type { AppSettings } from '#desktop/main/settings/settings.ts'
import type { LiveUpdate } from '#desktop/shared/market-state.ts'
import type { LivePrice } from '#shared/contract/price.ts'
import { Profile } from '#shared/contract/profile.ts'
import type { VoteSummary } from '#shared/contract/summary.ts'
import { freshnessOf } from '#shared/rules/freshness.ts'
import type { AlertNews, Notice, Step } from './alert.ts'
import {
  type AlertState,
  type AlertStateFile,
  readAlertState,
  writeAlertState,
} from './alert-state.ts'
import { alertWriter } from './alert-text.ts'
import { bandAlert, levelAlert } from './price-alerts.ts'
import { closingAlert, openedAlert, settledAlert } from './round-alerts.ts'
import { createRequestSlot, createVoteWatch } from './vote-watch.ts'

export interface AlertDeps {
  market: Pick<Market, 'state' | 'now' | 'onUpdate'>
  session: Pick<MainSession, 'view' | 'user' | 'request'>
  settings: Pick<AppSettings, 'store' | 'locale'>
  notify: (notice: Notice) => void
  kept: AlertStateFile
  /** The local clock, epoch milliseconds; for pauses only, rounds go by the market's. */
  now: () => number
  /** The IANA time zone to write instants in; the system's, which may change. */
  zone?: () => string
}

const systemZone = () => new Intl.DateTimeFormat().resolvedOptions().timeZone

/**
 * Watches the market and the session and tells what is worth an alert. There are no timers: the
 * market is heard every ten seconds at least, by its stream or by asking, also right after the
 * computer woke, and whatever is due is looked at then. While muted, or with its switch off, an
 * alert is remembered as told, so that nothing floods in later. Answers how to stop.
 */
export function startAlerts(deps: AlertDeps): () => void {
  const { market, session, settings, kept } = deps
  const zone = deps.zone ?? systemZone
  let state: AlertState = readAlertState(kept)
  let summary: VoteSummary | null = null
  let price: LivePrice | null = null
  let isGreeted = false
  let isRunning = true
  const watch = createVoteWatch({ session, now: deps.now })
  const profile = createRequestSlot(deps.now)

  const tell = (news: AlertNews) => {
    const { isMuted, alerts } = settings.store.getState()
    if (isMuted || !alerts[news.kind]) return
    deps.notify(alertWriter(settings.locale(), zone())(news))
  }

  /** Remembers first and tells then: after a crash in between, once too few beats once too many. */
  const take = <Part extends keyof AlertState>(part: Part, step: Step<AlertState[Part]>) => {
    if (!isDeepStrictEqual(state[part], step.state)) {
      state = { ...state, [part]: step.state }
      writeAlertState(kept, state)
    }
    if (step.news) tell(step.news)
  }

  const onTarget = (targetDate: string, saidAt: string) => {
    // The estimate of the server's time may lag behind what the server has just said.
    const now = Math.max(market.now(), Date.parse(saidAt) || 0)
    take('opened', openedAlert(state.opened, Date.parse(targetDate), now))
  }

  const onSummary = (next: VoteSummary) => {
    // A period has ended: a round settles about now.
    if (summary && summary.target1.targetDate !== next.target1.targetDate) watch.requestCheck()
    summary = next
    onTarget(next.target2.targetDate, next.serverDate)
  }

  const onPrice = (next: LivePrice) => {
    price = next
    const now = market.now()
    // What was kept from an earlier run says that it is live, as it was then.
    if (freshnessOf(now - Date.parse(next.time)) !== 'live') return
    take('level', levelAlert(state.level, next, settings.store.getState().levelPrice))
    if (summary) take('band', bandAlert(state.band, next, summary.target2, now))
  }

  const lookForSettled = () =>
    watch.look(market.now(), (userId, votes) => {
      if (isRunning) take('settled', settledAlert(state.settled, userId, votes))
    })

  const remindToVote = async () => {
    const target = summary?.target2 ?? null
    const byToken = closingAlert(state.closing, session.user(), target, market.now())
    if (!byToken.news || !profile.isFree()) return
    await profile.ask(async () => {
      // The token may be older than a vote that was cast elsewhere: the server knows.
      const voter = await session.request(Profile, '/profile')
      if (!isRunning) return
      // Somebody else signed in meanwhile, or something in between answered: asked again later.
      if (session.user()?.id !== voter.id) throw new Error('the profile of somebody else')
      const { state: told, news } = closingAlert(state.closing, voter, target, market.now())
      // Who has voted need not be asked about again.
      take('closing', { state: news ? told : byToken.state, news })
    })
  }

  /** Looks at what has fallen due. */
  const look = () => {
    void lookForSettled()
    void remindToVote()
  }

  const onMarket = () => {
    const view = market.state.getState()
    const isNews = view.summary !== summary || view.price !== price
    if (view.summary && view.summary !== summary) onSummary(view.summary)
    // A price that was there before its round counts for the round as well.
    if (view.price && isNews) onPrice(view.price)
    look()
  }

  const onUpdate = (message: LiveUpdate) => {
    if (message.type === 'hello') {
      // Something may have been settled while the stream was away.
      if (isGreeted) watch.requestCheck()
      isGreeted = true
    } else if (message.type === 'round') {
      if (message.event === 'settled') watch.requestCheck()
      else onTarget(message.targetDate, message.serverDate)
    } else return
    look()
  }

  onMarket()
  const endings = [
    market.state.subscribe(onMarket),
    market.onUpdate(onUpdate),
    session.view.subscribe(look),
  ]
  return () => {
    isRunning = false
    for (const end of endings) end()
  }
}
