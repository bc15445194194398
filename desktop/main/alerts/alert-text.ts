import type { LivePrice } from '#shared/contract/price.ts'
import type { OwnVote } from '#shared/contract/profile.ts'
import { alertTexts } from '#shared/i18n/desktop/alerts.ts'
import { directionText } from '#shared/i18n/direction.ts'
import { createFormat } from '#shared/i18n/format.ts'
import type { Locale } from '#shared/i18n/locale.ts'
import { marketTexts } from '#shared/i18n/market.ts'
import { translator } from '#shared/i18n/text.ts'
import { bandPrices } from '#shared/rules/band.ts'
import { PATHS, voteViewPath } from '#shared/rules/paths.ts'
import { MINUTE_MS } from '#shared/rules/time.ts'
import type { Alert, Notice } from './alert.ts'

type AlertOf<Kind extends Alert['kind']> = Extract<Alert, { kind: Kind }>
type NoticeText = Omit<Notice, 'kind'>

/** "Not sure" in a void round changes nothing and is not reported. */
const isVoidCall = ({ voteChoice, result }: OwnVote) =>
  voteChoice !== 'unknown' && result !== 'HIT' && result !== 'MISS'

/** Returns the function that formats alerts in a language and an IANA time zone. */
export function alertWriter(locale: Locale, zone: string): (alert: Alert) => Notice {
  const t = translator(alertTexts, locale)
  const core = translator(marketTexts, locale)
  const format = createFormat(locale, zone)
  const { date, price, signed, count } = format

  const opened = ({ round }: AlertOf<'opened'>): NoticeText => ({
    title: t('opened.title'),
    body: t('opened.body', { settles: date(round.targetDate), closes: date(round.closesAt) }),
    path: PATHS.voteWrite,
  })

  const closing = ({ round, now }: AlertOf<'closing'>): NoticeText => ({
    title: t('closing.title', { minutes: Math.ceil((round.closesAt - now) / MINUTE_MS) }),
    body: t('closing.body', { settles: date(round.targetDate), closes: date(round.closesAt) }),
    path: PATHS.voteWrite,
  })

  const oneSettled = (vote: OwnVote): NoticeText => {
    const { id, result, points, voteChoice, refPrice, targetTime } = vote
    const values = {
      direction: directionText({ t: core, format }, voteChoice, refPrice),
      settles: date(Date.parse(targetTime)),
    }
    const isVoid = isVoidCall(vote)
    const key = result === 'HIT' || result === 'MISS' ? result : 'carried'
    return {
      title: isVoid
        ? t('settled.void.title')
        : t(`settled.${key}`, { points: signed(points ?? 0) }),
      body: isVoid ? t('settled.void.body', values) : t('settled.body', values),
      path: voteViewPath(id),
    }
  }

  const settled = ({ votes }: AlertOf<'settled'>): NoticeText => {
    const [only] = votes
    if (only && votes.length === 1) return oneSettled(only)
    const hits = votes.filter(({ result }) => result === 'HIT').length
    const misses = votes.filter(({ result }) => result === 'MISS').length
    const points = votes.reduce((sum, vote) => sum + (vote.points ?? 0), 0)
    const voids = votes.filter(isVoidCall).length
    const values = { hits: count(hits), misses: count(misses), points: signed(points) }
    return {
      title: t('settled.several.title', { votes: count(votes.length) }),
      body:
        voids === 0
          ? t('settled.several.body', values)
          : t('settled.several.void', { ...values, voids: count(voids) }),
      path: PATHS.votes,
    }
  }

  /** Marks simulated and replayed prices. */
  const marked = (title: string, { market }: LivePrice) =>
    market === 'real' ? title : `[${core(`price.${market}`)}] ${title}`

  const band = (alert: AlertOf<'band'>): NoticeText => {
    const edges = bandPrices(alert.refPrice)
    const title = t(`band.${alert.band}`, { price: price(alert.price.value, 2) })
    return {
      title: marked(title, alert.price),
      body: t('band.body', {
        low: price(edges.down, 2),
        high: price(edges.up, 2),
        reference: price(alert.refPrice, 2),
      }),
      path: PATHS.home,
    }
  }

  const level = (alert: AlertOf<'level'>): NoticeText => {
    const crossed = t('level.body', { level: price(alert.level, 2) })
    const title = t(`level.${alert.side}`, { price: price(alert.price.value, 2) })
    return {
      title: marked(title, alert.price),
      body: [...(alert.note ? [alert.note] : []), crossed].join('\n'),
      path: PATHS.home,
    }
  }

  const textOf = (alert: Alert): NoticeText => {
    switch (alert.kind) {
      case 'opened':
        return opened(alert)
      case 'closing':
        return closing(alert)
      case 'settled':
        return settled(alert)
      case 'band':
        return band(alert)
      case 'level':
        return level(alert)
    }
  }
  return (alert) => ({ kind: alert.kind, ...textOf(alert) })
}
