import { useLanguage, useTexts } from '#desktop/renderer/platform/services.ts'
import type { OwnRank } from '#shared/contract/ranking.ts'
import { ownRankTexts, rankingTexts } from '#shared/i18n/screens/ranking.ts'

interface OwnPlaceProps {
  own: OwnRank
  /** Whether the ranks do not change any more. */
  isFinal?: boolean
}

/** The own rank, or what it takes to be ranked. */
export function OwnPlace({ own, isFinal = false }: OwnPlaceProps) {
  const t = useTexts(ownRankTexts)
  const { format } = useLanguage()
  const { rank, status, calls, needed, ranksFrom } = own
  if (rank !== null) return <>{format.count(rank)}</>
  if (isFinal) return <small>{t('ranking.none')}</small>
  if (status === 'few-calls') return <small>{t('ranking.needed', { calls, min: needed })}</small>
  if (status === 'young' && ranksFrom) {
    return <small>{t('ranking.young', { date: format.utcDay(Date.parse(ranksFrom)) })}</small>
  }
  return <small>{t('ranking.none')}</small>
}

/** Marks the own row. */
export function You() {
  const t = useTexts(ownRankTexts)
  return <small> {t('ranking.you')}</small>
}

/** Names seasons in the language of the page: `2026Q4` is `2026 Q4` or `2026년 4분기`. */
export function useSeasonName() {
  const t = useTexts(rankingTexts)
  return (season: string) =>
    t('season.name', { year: season.slice(0, 4), quarter: season.slice(-1) })
}
