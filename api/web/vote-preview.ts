import { readVote } from '#api/web/cards/data.ts'
import { votePointsText } from '#api/web/cards/vote-points.ts'
import { directionText } from '#shared/i18n/direction.ts'
import { createFormat } from '#shared/i18n/format.ts'
import type { Locale } from '#shared/i18n/locale.ts'
import { marketTexts } from '#shared/i18n/market.ts'
import { cardTexts } from '#shared/i18n/screens/cards.ts'
import { pageDescriptionTexts } from '#shared/i18n/screens/page-descriptions.ts'
import { translator } from '#shared/i18n/text.ts'
import type { ReadApi } from './guest-reader.ts'

/**
 * Title and description of a vote's page, without its note: general ones for a vote of an erased person, null where
 * there is no such vote.
 */
export async function votePreview(
  read: ReadApi,
  id: number,
  locale: Locale,
): Promise<{ title: string; description: string } | null> {
  const t = translator(cardTexts, locale)
  const format = createFormat(locale, 'UTC')
  const general = pageDescriptionTexts[locale].call
  const found = await readVote(read, id)
  if (!found) {
    const exists = (await read(`/votes/${id}/item`)) !== undefined
    return exists ? { title: t('app.name'), description: general } : null
  }
  const { vote, round } = found
  const market = { t: translator(marketTexts, locale), format }
  const name = directionText(market, vote.choice, round.refPrice)
  const facts = [
    t('round.title', { date: format.utcDay(round.refDate) }),
    votePointsText(vote.offer, locale),
    t(`vote.${vote.result}`),
  ]
  return {
    title: `${name} · ${t('vote.by', { code: vote.code })} · ${t('app.name')}`,
    description: `${facts.join(' · ')}. ${general}`,
  }
}
