import type { OwnWeek } from '#shared/contract/profile.ts'
import { levelText } from '#shared/i18n/direction.ts'
import { createFormat } from '#shared/i18n/format.ts'
import type { Locale } from '#shared/i18n/locale.ts'
import { marketTexts } from '#shared/i18n/market.ts'
import { cardTexts } from '#shared/i18n/screens/cards.ts'
import { translator } from '#shared/i18n/text.ts'
import { CARD_CHARACTERS } from './characters.ts'
import { box, type CardElement } from './element.ts'
import { type FrameOptions, fact, facts, frame } from './frame.ts'
import type { CardRenderer } from './renderer.ts'
import { COLORS, mark } from './theme.ts'

/** A person's week on a card: settled calls only. */
export interface WeekData {
  nickname: string
  code: string
  week: Pick<OwnWeek, 'week' | 'start' | 'end' | 'settled' | 'points' | 'hits' | 'misses' | 'rank'>
}

/** The name that the card's font can write: the nickname with the code, or the code alone. */
const nameOf = ({ nickname, code }: WeekData) =>
  [...nickname].every((each) => CARD_CHARACTERS.includes(each))
    ? `${nickname} #${code}`
    : `#${code}`

/** A settled call: its direction with the level, and its points. */
function callRow(vote: OwnWeek['settled'][number], options: FrameOptions): CardElement {
  const { locale } = options
  const market = { t: translator(marketTexts, locale), format: createFormat(locale, 'UTC') }
  const { voteChoice: choice, refPrice, result, points } = vote
  const color = { HIT: COLORS.good, MISS: COLORS.bad, wait: COLORS.text, unknown: COLORS.text }
  const level = levelText(market, choice, refPrice)
  return box(
    { justifyContent: 'space-between', alignItems: 'center', gap: 24, fontSize: 40 },
    box(
      { alignItems: 'center', gap: 16 },
      mark(choice, 34),
      box({ fontWeight: 700, color: COLORS[choice] }, market.t(`direction.${choice}`)),
      ...(level === null ? [] : [box({ color: COLORS['text-soft'] }, level)]),
    ),
    box({ fontWeight: 700, color: color[result] }, market.format.signed(points ?? 0)),
  )
}

/** The card of a person's week: points, settled calls, and the change of the rank. */
export function weekCard(data: WeekData, options: FrameOptions): CardElement {
  const t = translator(cardTexts, options.locale)
  const format = createFormat(options.locale, 'UTC')
  const { week, start, end, settled, points, hits, misses, rank } = data.week
  const [year = '', number = ''] = week.split('-')
  const days = [format.utcDay(Date.parse(start)), format.utcDay(Date.parse(end) - 1)].join(' – ')
  const rankFact = (name: 'week.before' | 'week.rank', value: number | null | undefined) =>
    value ? [fact(t(name), t('user.ranked', { rank: format.count(value) }))] : []
  return frame(
    options,
    box(
      { justifyContent: 'space-between', alignItems: 'center', marginBottom: 12 },
      box({ fontSize: 46, fontWeight: 700 }, nameOf(data)),
      box({ fontSize: 36, fontWeight: 700 }, t('week.title', { year, week: `${Number(number)}` })),
    ),
    box({ fontSize: 28, color: COLORS['text-soft'], marginBottom: 36 }, days),
    box(
      { flexDirection: 'column', gap: 24, minHeight: 196 },
      ...(settled.length === 0
        ? [box({ fontSize: 32, color: COLORS['text-soft'] }, t('week.none'))]
        : settled.map((vote) => callRow(vote, options))),
    ),
    facts(
      fact(t('user.points'), format.signed(points)),
      fact(
        t('user.right'),
        t('user.rightOf', { right: format.count(hits), calls: format.count(hits + misses) }),
      ),
      ...rankFact('week.before', rank?.before),
      ...rankFact('week.rank', rank?.after),
    ),
  )
}

/** Creates the function that draws a week as PNG; `publicUrl` is the URL of the site. */
export function createWeekDrawer(renderer: Pick<CardRenderer, 'draw'>, publicUrl: string) {
  const { host } = new URL(publicUrl)
  return (data: WeekData, locale: Locale) => renderer.draw(weekCard(data, { locale, host }))
}
