import { isDeepStrictEqual } from 'node:util'
import type { ApiClient } from '#desktop/common/api-client.ts'
import type { StreamMessage } from '#shared/contract/stream.ts'
import type { VoteSummary } from '#shared/contract/summary.ts'
import type { Market } from '../market/market.ts'
import type { MainSession } from '../session/main-session.ts'
import type { AppSettings } from '../settings/app-settings.ts'
import type { AlertNews, Step } from './alert-news.ts'
import { type AlertState, type KeptAlerts, readAlertState, writeAlertState } from './alert-state.ts'
import { alertWriter } from './alert-text.ts'
import { createAsker } from './ask-server.ts'
import { bandAlert } from './band-alert.ts'
import { closingAlert } from './closing-alert.ts'
import { levelAlert } from './level-alert.ts'
import type { Notice } from './notice.ts'
import { openedAlert } from './opened-alert.ts'
import { settledAlert } from './settled-alert.ts'

export interface AlertParts {
  market: Pick<Market, 'view' | 'now' | 'onMessage'>
  session: Pick<MainSession, 'view' | 'user' | 'call'>
  api: ApiClient
  settings: Pick<AppSettings, 'store' | 'locale'>
  notify: (notice: Notice) => void
  kept: KeptAlerts
  /** The local clock, epoch milliseconds; for pauses only, rounds go by the market's. */
  now: () => number
  /** The IANA time zone to write instants in; the system's, which may change. */
  zone?: () => string
}

const systemZone = () => new Intl.DateTimeFormat().resolvedOptions().timeZone
/** Votes that are looked at for a settlement: half a year of them. */
const NEWEST = 50

/**
 * Watches the market and the session and tells what is worth an alert. There are no timers: the
 * stream says something at least every ten seconds, also right after the computer woke, and
 * whatever is due is looked at then. While muted, or with its switch off, an alert is remembered as
 * told, so that nothing floods in later. Answers how to stop.
 */
export function startAlerts(parts: AlertParts): () => void {
  const { market, session, api, settings, kept } = parts
  const zone = parts.zone ?? systemZone
  let state: AlertState = readAlertState(kept)
  let summary: VoteSummary | null = null
  let userId: number | null = null
  let isRunning = true
  /** Own votes may have been settled since they were last asked for. */
  let mustLook = false
  const votes = createAsker(parts.now)
  const profile = createAsker(parts.now)

  const tell = (news: AlertNews) => {
    const { isMuted, alerts } = settings.store.get()
    if (isMuted || !alerts[news.kind]) return
    parts.notify(alertWriter(settings.locale(), zone())(news))
  }

  /** Remembers first and tells then: after a crash in between, once too few beats once too many. */
  const take = <Part extends keyof AlertState>(part: Part, step: Step<AlertState[Part]>) => {
    if (!isDeepStrictEqual(state[part], step.state)) {
      state = { ...state, [part]: step.state }
      writeAlertState(kept, state)
    }
    if (step.news) tell(step.news)
  }

  /** Now on the server: the estimate may lag behind what the server has just said. */
  const nowAt = (saidAt: string) => {
    const said = Date.parse(saidAt)
    return Number.isNaN(said) ? market.now() : Math.max(market.now(), said)
  }

  const hearTarget = (targetDate: string, saidAt: string) =>
    take('opened', openedAlert(state.opened, Date.parse(targetDate), nowAt(saidAt)))

  const hearSummary = (next: VoteSummary, saidAt: string) => {
    summary = next
    hearTarget(next.target2.targetDate, saidAt)
  }

  const lookForSettled = async () => {
    const user = session.user()
    if (!mustLook || !user || !votes.isFree()) return
    mustLook = false
    const look = async () => {
      const found = await session.call(() => api.profile.votes.get({ query: { limit: NEWEST } }))
      // Somebody else may have signed in meanwhile; their own look follows.
      if (isRunning && session.user()?.id === user.id) {
        take('settled', settledAlert(state.settled, user.id, found))
      }
    }
    await votes.ask(look, () => {
      mustLook = true
    })
  }

  const remindToVote = async () => {
    const target = summary?.target2 ?? null
    const byToken = closingAlert(state.closing, session.user(), target, market.now())
    if (!byToken.news || !profile.isFree()) return
    // The token may be older than a vote that was cast elsewhere: the server knows.
    const ask = async () => {
      const voter = await session.call(() => api.profile.get())
      if (!isRunning || session.user()?.id !== voter.id) return
      const { state: told, news } = closingAlert(state.closing, voter, target, market.now())
      // Who has voted need not be asked about again.
      take('closing', { state: news ? told : byToken.state, news })
    }
    await profile.ask(ask, () => {})
  }

  /** Looks at what has fallen due. */
  const look = () => {
    const present = session.user()?.id ?? null
    if (present !== userId) {
      userId = present
      mustLook = present !== null
    }
    void lookForSettled()
    void remindToVote()
  }

  const hear = (message: StreamMessage) => {
    switch (message.type) {
      case 'hello':
        // The first word after being away: something may have been settled meanwhile.
        mustLook = true
        hearSummary(message.summary, message.serverDate)
        break
      case 'summary':
        hearSummary(message.summary, message.serverDate)
        break
      case 'round':
        if (message.event === 'settled') mustLook = true
        else hearTarget(message.targetDate, message.serverDate)
        break
      case 'price': {
        const { levelPrice } = settings.store.get()
        take('level', levelAlert(state.level, message.price, levelPrice))
        if (summary) {
          const now = nowAt(message.serverDate)
          take('band', bandAlert(state.band, message.price, summary.target2, now))
        }
        break
      }
      case 'heartbeat':
        break
    }
    look()
  }

  const present = market.view.get().summary
  if (present) hearSummary(present, present.serverDate)
  const endings = [market.onMessage(hear), session.view.subscribe(look)]
  look()
  return () => {
    isRunning = false
    for (const end of endings) end()
  }
}
