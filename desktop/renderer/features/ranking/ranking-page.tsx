import { Link, useSearchParams } from 'react-router-dom'
import { Empty } from '#desktop/renderer/components/empty.tsx'
import { LoadFailure } from '#desktop/renderer/components/failure.tsx'
import { Loading } from '#desktop/renderer/components/loading.tsx'
import { Page } from '#desktop/renderer/components/page.tsx'
import { Pagination } from '#desktop/renderer/components/pagination.tsx'
import { Tabs } from '#desktop/renderer/components/tabs.tsx'
import { pageOf } from '#desktop/renderer/features/posts/list-url.ts'
import { useLanguage, useTexts } from '#desktop/renderer/platform/services.ts'
import type { Ranking } from '#shared/contract/ranking.ts'
import { rankingTexts } from '#shared/i18n/screens/ranking.ts'
import { PATHS } from '#shared/rules/paths.ts'
import { isSeason, MIN_ACCOUNT_AGE_MS, SEASON_MIN_CALLS } from '#shared/rules/season.ts'
import { DAY_MS } from '#shared/rules/time.ts'
import { type RankingName, useRanking } from './api.ts'
import { useSeasonName } from './own-place.tsx'
import styles from './ranking-page.module.css'
import { RankingTable } from './ranking-table.tsx'

const RANKED_AFTER_DAYS = MIN_ACCOUNT_AGE_MS / DAY_MS

/** The ranking that a query names; null, the present season, for anything unknown. */
function rankingOf(query: URLSearchParams): RankingName {
  const name = query.get('season') ?? ''
  return name === 'all' || name === 'last-round' || isSeason(name) ? name : null
}

/** Path of a page of a ranking. */
function rankingPath(season: RankingName, page = 1): string {
  const query = new URLSearchParams()
  if (season !== null) query.set('season', season)
  if (page > 1) query.set('page', `${page}`)
  return query.size === 0 ? PATHS.ranking : `${PATHS.ranking}?${query}`
}

/** Rankings of a season, of the last round, and of all time. */
export function Component() {
  const t = useTexts(rankingTexts)
  const [query] = useSearchParams()
  const season = rankingOf(query)
  const page = pageOf(query)
  const { data, error, isPending, isPlaceholderData, refetch } = useRanking(season, page)
  const kind = season === 'all' || season === 'last-round' ? season : 'season'
  const emptyText = ({ from, frozenAt }: Ranking) => {
    if (page > 1) return t('ranking.emptyPage')
    if (frozenAt !== null) return t('ranking.empty.final')
    if (kind === 'last-round' && from !== null)
      return t('ranking.unrankedRound', { days: RANKED_AFTER_DAYS })
    return t(`ranking.empty.${kind}`, { min: SEASON_MIN_CALLS })
  }
  const tabs = [
    { path: rankingPath(null), text: t('ranking.season'), isSelected: kind === 'season' },
    {
      path: rankingPath('last-round'),
      text: t('ranking.lastRound'),
      isSelected: kind === 'last-round',
    },
    { path: rankingPath('all'), text: t('ranking.all'), isSelected: kind === 'all' },
  ]
  return (
    <Page
      title={t('ranking.title')}
      back={PATHS.home}
      headingId="ranking"
      lead={<p>{t('ranking.lead')}</p>}
    >
      <Tabs label={t('ranking.tabs')} tabs={tabs} isPage={page === 1} />
      {isPending && <Loading text={t('ranking.loading')} />}
      {!data && error && <LoadFailure error={error} onRetry={refetch} />}
      {data && kind === 'season' && <SeasonHead ranking={data} />}
      {data && <RankingTable season={season} ranking={data} isBusy={isPlaceholderData} />}
      {data?.posts.length === 0 && <Empty text={emptyText(data)} />}
      {data && (
        <Pagination
          label={t('ranking.pages')}
          current={page}
          total={data.pagination.totalPages}
          to={(number) => rankingPath(season, number)}
        />
      )}
    </Page>
  )
}

/** The dates of a season, whether it is final, and who is ranked. */
function SeasonHead({ ranking: { season, seasons, from, to, frozenAt } }: { ranking: Ranking }) {
  const t = useTexts(rankingTexts)
  const { format } = useLanguage()
  const nameOf = useSeasonName()
  return (
    <div className={styles.season}>
      <p>
        {from &&
          to &&
          t('ranking.period', {
            season: nameOf(season),
            from: format.utcDay(Date.parse(from)),
            to: format.utcDay(Date.parse(to) - DAY_MS),
          })}
        {frozenAt && <b> {t('ranking.frozen', { date: format.utcDay(Date.parse(frozenAt)) })}</b>}
        <br />
        {t('ranking.rule', { min: SEASON_MIN_CALLS, days: RANKED_AFTER_DAYS })}
      </p>
      {seasons.length > 1 && (
        <nav aria-label={t('ranking.seasons')}>
          <ul className={styles.seasons}>
            {seasons.map((other) => (
              <li key={other}>
                <Link to={rankingPath(other)} aria-current={other === season ? 'true' : undefined}>
                  {nameOf(other)}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
      )}
    </div>
  )
}
