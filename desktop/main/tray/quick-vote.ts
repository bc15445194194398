import * as Type from '@sinclair/typebox'
import type { MessageBoxOptions } from 'electron'
import type { Notice } from '#desktop/main/alerts/alert.ts'
import type { MainSession } from '#desktop/main/session/session.ts'
import { ApiFailure } from '#desktop/shared/api-failure.ts'
import type { MarketState } from '#desktop/shared/market-state.ts'
import { quickVoteTexts } from '#shared/i18n/desktop/quick-vote.ts'
import { createFormat } from '#shared/i18n/format.ts'
import type { Locale } from '#shared/i18n/locale.ts'
import { marketTexts } from '#shared/i18n/market.ts'
import { translator } from '#shared/i18n/text.ts'
import { DIRECTION_MARKS, type Direction } from '#shared/rules/band.ts'
import { freshnessOf } from '#shared/rules/freshness.ts'
import { PRICE_WAIT_MS } from '#shared/rules/offer-value.ts'
import { PATHS } from '#shared/rules/paths.ts'
import { liveRound } from '#shared/rules/schedule.ts'
import { liveOffers } from './tray-view.ts'

/** The part of the reply that is used; the contract's schema is too large for the main process. */
const VoteReply = Type.Object({
  accessToken: Type.String(),
  offer: Type.Object({ hit: Type.Integer(), miss: Type.Integer() }),
})

export interface QuickVoteDeps {
  dialog: { showMessageBox(options: MessageBoxOptions): Promise<{ response: number }> }
  session: Pick<MainSession, 'request' | 'adopt'>
  market: {
    state: {
      getState(): MarketState
      subscribe(listener: (state: MarketState) => void): () => void
    }
    now(): number
  }
  /** Resolves after so many milliseconds. */
  after: (milliseconds: number) => Promise<void>
  notify: (notice: Omit<Notice, 'kind'>) => void
  locale: Locale
  /** IANA time zone. */
  zone: string
}

let isOpen = false

/**
 * Votes in the live round without a note, after one confirmation that shows the offer of the moment.
 * Without a live price it waits for the next one, then asks whether to vote for no points. The server
 * decides: a changed round or an earlier vote is reported, and nothing is saved.
 */
export async function quickVote(direction: Direction, deps: QuickVoteDeps): Promise<void> {
  if (isOpen) return
  isOpen = true
  try {
    await confirmAndVote(direction, deps)
  } finally {
    isOpen = false
  }
}

async function confirmAndVote(direction: Direction, deps: QuickVoteDeps): Promise<void> {
  const { dialog, session, market, notify, locale, zone } = deps
  const t = translator(quickVoteTexts, locale)
  const { date, signed } = createFormat(locale, zone)
  const now = market.now()
  const { targetDate } = liveRound(now)
  const name = translator(marketTexts, locale)(`direction.${direction}`)
  const values = { mark: DIRECTION_MARKS[direction], direction: name }
  const points = ({ hit, miss }: { hit: number; miss: number }) => ({
    hit: signed(hit),
    miss: signed(miss),
  })

  const offer = liveOffers(market.state.getState(), now)?.[direction]
  const { response } = await dialog.showMessageBox({
    type: 'question',
    message: t('quick.ask', { ...values, date: date(targetDate) }),
    detail: offer ? t('quick.points', points(offer)) : t('quick.waits'),
    buttons: [t('quick.vote'), t('quick.cancel')],
    defaultId: 0,
    cancelId: 1,
    noLink: true,
  })
  if (response !== 0) return

  const body = { targetDate: new Date(targetDate).toISOString(), vote: direction }
  const saveUnpriced = async () => {
    const { response } = await dialog.showMessageBox({
      type: 'question',
      message: t('quick.unpriced'),
      buttons: [t('quick.unpricedYes'), t('quick.unpricedNo')],
      defaultId: 1,
      cancelId: 1,
      noLink: true,
    })
    return response === 0 ? session.request(VoteReply, '/votes', body) : null
  }
  const onWait = () =>
    notify({ title: t('quick.waiting'), body: t('quick.waitingFor', values), path: PATHS.votes })
  try {
    const priced = await savePriced(() => session.request(VoteReply, ASKING, body), onWait, deps)
    const reply = priced ?? (await saveUnpriced())
    if (reply === null) return
    session.adopt(reply.accessToken)
    const isPriced = reply.offer.hit !== 0 || reply.offer.miss !== 0
    notify({
      title: t('quick.saved', values),
      body: isPriced ? t('quick.lockedIn', points(reply.offer)) : t('quick.savedUnpriced'),
      path: PATHS.votes,
    })
  } catch (error) {
    await dialog.showMessageBox({
      type: 'warning',
      message: t(failureKey(error)),
      buttons: [t('quick.close')],
    })
  }
}

/** Refused with NO_FRESH_PRICE where a plain vote would be accepted for no points. */
const ASKING = '/votes?unpriced=ask'

/** Calls `save` until it has a live price; null after `PRICE_WAIT_MS` without one. `onWait` runs once. */
async function savePriced<Reply>(
  save: () => Promise<Reply>,
  onWait: () => void,
  deps: Pick<QuickVoteDeps, 'market' | 'after'>,
): Promise<Reply | null> {
  let over: Promise<void> | null = null
  for (;;) {
    try {
      return await save()
    } catch (error) {
      if (!(error instanceof ApiFailure && error.code === 'NO_FRESH_PRICE')) throw error
    }
    if (over === null) onWait()
    over ??= deps.after(PRICE_WAIT_MS)
    if (!(await nextPrice(deps.market, over))) return null
  }
}

/** Resolves to whether a live price newer than the present one arrives before `over` resolves. */
function nextPrice(market: QuickVoteDeps['market'], over: Promise<void>): Promise<boolean> {
  const known = market.state.getState().price?.time
  return new Promise((resolve) => {
    const finish = (hasPrice: boolean) => {
      unsubscribe()
      resolve(hasPrice)
    }
    const unsubscribe = market.state.subscribe(({ price }) => {
      if (!price || price.time === known) return
      if (freshnessOf(market.now() - Date.parse(price.time)) === 'live') finish(true)
    })
    over.then(() => finish(false))
  })
}

function failureKey(error: unknown) {
  const code = error instanceof ApiFailure ? error.code : ''
  if (code === 'ALREADY_VOTED') return 'quick.already'
  return code === 'ROUND_CHANGED' ? 'quick.changed' : 'quick.failed'
}
