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
  market: { state: { getState(): MarketState }; now(): number }
  notify: (notice: Omit<Notice, 'kind'>) => void
  locale: Locale
  /** IANA time zone. */
  zone: string
}

let isOpen = false

/**
 * Votes in the live round without a note, after one confirmation that shows the offer of the moment.
 * The server decides: a changed round or an earlier vote is reported, and nothing is saved.
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
    detail: offer ? t('quick.points', points(offer)) : t('quick.unpriced'),
    buttons: [t('quick.vote'), t('quick.cancel')],
    defaultId: 0,
    cancelId: 1,
    noLink: true,
  })
  if (response !== 0) return
  try {
    const body = { targetDate: new Date(targetDate).toISOString(), vote: direction }
    const reply = await session.request(VoteReply, '/votes', body)
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

function failureKey(error: unknown) {
  const code = error instanceof ApiFailure ? error.code : ''
  if (code === 'ALREADY_VOTED') return 'quick.already'
  return code === 'ROUND_CHANGED' ? 'quick.changed' : 'quick.failed'
}
