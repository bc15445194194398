import { levelText } from '#shared/i18n/direction.ts'
import { createFormat } from '#shared/i18n/format.ts'
import { marketTexts } from '#shared/i18n/market.ts'
import { cardTexts } from '#shared/i18n/screens/cards.ts'
import { rankingTexts } from '#shared/i18n/screens/ranking.ts'
import { translator } from '#shared/i18n/text.ts'
import { percentOf } from '#shared/rules/percent.ts'
import { pointsChart, weekChart, zones } from './charts.ts'
import type { RecordData, RoundData, VoteData } from './data.ts'
import { box, type CardElement } from './element.ts'
import { type FrameOptions, fact, facts, frame } from './frame.ts'
import { CARD_SIZE, COLORS, MARGIN, mark } from './theme.ts'
import { votePointsText } from './vote-points.ts'

const WIDTH = CARD_SIZE.width - 2 * MARGIN

const heading = (text: string, ...more: CardElement[]) =>
  box(
    { justifyContent: 'space-between', alignItems: 'center', marginBottom: 28 },
    box({ fontSize: 46, fontWeight: 700, flexShrink: 0 }, text),
    ...more,
  )

const soft = (text: string) => box({ fontSize: 30, color: COLORS['text-soft'] }, text)

/** Texts and formats of a card; its times are in UTC. */
function wording({ locale }: FrameOptions) {
  const t = translator(cardTexts, locale)
  const format = createFormat(locale, 'UTC')
  return { t, format, market: { t: translator(marketTexts, locale), format } }
}

function roundState(round: RoundData, options: FrameOptions): CardElement {
  const { t, format, market } = wording(options)
  const { status, outcome } = round
  if (status === 'live') return soft(t('round.live', { time: format.weekTime(round.closesAt) }))
  if (status === 'closed')
    return soft(t('round.closed', { time: format.weekTime(round.targetDate) }))
  if (outcome === null || outcome === 'void') return soft(t('round.void'))
  return box(
    { alignItems: 'center', gap: 14, fontSize: 40, fontWeight: 700, color: COLORS[outcome] },
    mark(outcome, 30),
    market.t(`direction.${outcome}`),
    // The prices stand in the chart.
    box({ fontSize: 30, fontWeight: 400 }, levelText(market, outcome, null) ?? ''),
  )
}

/** The crowd's pick; the number of votes while there is none. */
function crowdFact({ crowd, voters }: RoundData, options: FrameOptions): CardElement {
  const { t, format, market } = wording(options)
  if (!crowd) return fact(t('round.votes'), format.count(voters))
  const { pick, isRight } = crowd
  if (pick === 'split') return fact(t('round.crowd'), t('round.split'))
  const verdict = isRight === null ? '' : ` · ${t(isRight ? 'round.right' : 'round.wrong')}`
  return fact(t('round.crowd'), mark(pick, 28), `${market.t(`direction.${pick}`)}${verdict}`)
}

/** The card of a round: its week, state, prices and the crowd. */
export function roundCard(round: RoundData, options: FrameOptions): CardElement {
  const { t, format } = wording(options)
  const { refPrice, settlePrice } = round
  const price = (value: string | null) => (value === null ? '–' : format.price(value, 0))
  const change =
    refPrice !== null && settlePrice !== null
      ? ` (${format.change(Number(settlePrice) / Number(refPrice) - 1)})`
      : ''
  return frame(
    options,
    heading(t('round.title', { date: format.utcDay(round.refDate) }), roundState(round, options)),
    weekChart(round, { width: WIDTH, height: 256, locale: options.locale }),
    facts(
      fact(t('round.reference'), price(refPrice)),
      settlePrice === null
        ? fact(t('round.settles'), format.utcDay(round.targetDate))
        : fact(t('round.settledAt'), price(settlePrice) + change),
      crowdFact(round, options),
    ),
  )
}

/** Right, wrong, void or open, with the points once they are known. */
function voteResult(vote: VoteData, round: RoundData, options: FrameOptions): CardElement {
  const { t, format } = wording(options)
  const isScored = vote.points !== null && (vote.points !== 0 || vote.result !== 'unknown')
  const color = { HIT: COLORS.good, MISS: COLORS.bad, wait: COLORS.text, unknown: COLORS.text }
  const words = round.status === 'void' ? t('round.void') : t(`vote.${vote.result}`)
  const points = format.signed(vote.points ?? 0)
  const shown = isScored ? t('vote.points', { words, points }) : words
  return fact(t('vote.result'), box({ color: color[vote.result] }, shown))
}

/** The card of a vote: direction, points, its round's week and result. */
export function voteCard(vote: VoteData, round: RoundData, options: FrameOptions): CardElement {
  const { t, format, market } = wording(options)
  const { choice } = vote
  const level = levelText(market, choice, round.refPrice)
  return frame(
    options,
    box(
      { justifyContent: 'space-between', alignItems: 'center', marginBottom: 28 },
      box(
        { flexDirection: 'column' },
        box(
          { alignItems: 'center', gap: 22, color: COLORS[choice], fontSize: 64, fontWeight: 700 },
          mark(choice, 50),
          market.t(`direction.${choice}`),
        ),
        ...(level === null ? [] : [box({ fontSize: 36 }, level)]),
      ),
      box(
        { flexDirection: 'column', alignItems: 'flex-end', gap: 4 },
        box({ fontSize: 36, fontWeight: 700 }, t('vote.by', { code: vote.code })),
        soft(t('round.title', { date: format.utcDay(round.refDate) })),
      ),
    ),
    weekChart(round, { width: WIDTH, height: 204, locale: options.locale, vote }),
    facts(
      fact(t('vote.lockedIn'), votePointsText(vote.offer, options.locale)),
      voteResult(vote, round, options),
    ),
  )
}

/** The card of a person: points, right votes, season rank and their course inside the area of luck. */
export function recordCard(record: RecordData, options: FrameOptions): CardElement {
  const { t, format } = wording(options)
  const { points, calls, right, rank, season } = record
  const skill = translator(rankingTexts, options.locale)
  const share = calls > 0 ? ` · ${percentOf(right, calls)}%` : ''
  return frame(
    options,
    heading(
      `${t('user.title')} #${record.code}`,
      soft(
        record.settled === 0
          ? t('user.none')
          : skill('skill.alone', { skill: skill(`skill.${record.skill}`) }),
      ),
    ),
    pointsChart(record, { width: WIDTH, height: 256 }),
    facts(
      fact(t('user.points'), format.signed(points)),
      fact(
        t('user.right'),
        t('user.rightOf', { right: format.count(right), calls: format.count(calls) }) + share,
      ),
      fact(
        t('user.rank', { season }),
        rank === null ? t('user.unranked') : t('user.ranked', { rank: format.count(rank) }),
      ),
    ),
  )
}

/** The card of every other page, and of what a guest may not see. */
export function siteCard(options: FrameOptions): CardElement {
  const { t, market } = wording(options)
  return frame(
    options,
    box({ fontSize: 58, fontWeight: 700, marginBottom: 12 }, t('question')),
    box({ fontSize: 32, color: COLORS['text-soft'], marginBottom: 40 }, t('lead')),
    zones(
      { width: WIDTH, height: 264 },
      {
        up: [market.t('direction.up'), market.t('share.up')],
        steady: [market.t('direction.steady'), market.t('share.steady')],
        down: [market.t('direction.down'), market.t('share.down')],
      },
    ),
  )
}
