import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { Author } from '#desktop/renderer/components/author.tsx'
import { LoadFailure } from '#desktop/renderer/components/failure.tsx'
import { Section } from '#desktop/renderer/components/section.tsx'
import { useIdleModule } from '#desktop/renderer/components/use-idle-module.ts'
import { useLazyModule } from '#desktop/renderer/components/use-lazy-module.ts'
import { useFoldedTitle } from '#desktop/renderer/features/blocks/use-blocked.ts'
import { LeveledDirection } from '#desktop/renderer/features/market/direction-mark.tsx'
import { useLanguage, useUser } from '#desktop/renderer/platform/services.ts'
import { boardViewPath, voteViewPath } from '#shared/rules/paths.ts'
import { useBestVotes, useRankers, useRecentPosts } from './api.ts'
import styles from './lists.module.css'
import { RankRow } from './rank-row.tsx'

const loadSeason = () => import('./season-list.tsx')
const loadOwnRank = () => import('./season-list.tsx')

/** The users with the most points, of all time or of the season. */
export function Rankers() {
  const { t, format } = useLanguage()
  const user = useUser()
  const season = useLazyModule(loadSeason)
  const own = useIdleModule(user ? loadOwnRank : null)
  const query = useRankers()
  const isListed = query.data?.some(({ id }) => id === user?.id)
  const tabs = (
    <span className={styles.tabs}>
      <button type="button" aria-pressed={!season.module} onClick={season.close}>
        {t('rankers.all')}
      </button>
      <button
        type="button"
        aria-pressed={season.module !== null}
        onClick={season.open}
        {...season.prefetchProps}
      >
        {t('rankers.season')}
      </button>
    </span>
  )
  if (season.module) {
    return (
      <Section heading={t('rankers.heading')} side={tabs}>
        <season.module.SeasonList />
      </Section>
    )
  }
  return (
    <List
      heading={t('rankers.heading')}
      side={tabs}
      empty={t('rankers.empty')}
      query={query}
      row={({ nickname, uniqueCode, points }, rank) => (
        <RankRow rank={rank} person={{ nickname, uniqueCode }} points={format.signed(points)} />
      )}
    >
      {user && own && isListed === false && <own.OwnRank season="all" />}
    </List>
  )
}

/** The newest posts of the boards. */
export function RecentPosts() {
  const { t } = useLanguage()
  return (
    <List
      heading={t('recent.heading')}
      empty={t('recent.empty')}
      query={useRecentPosts()}
      row={({ id, boardType, title, uniqueCode, nickname }) => (
        <Row
          title={title}
          author={{ uniqueCode, nickname }}
          to={boardViewPath(boardType, id)}
          meta={
            <>
              <span>{t(`board.${boardType}`)}</span>
              <Author nickname={nickname} uniqueCode={uniqueCode} />
            </>
          }
        />
      )}
    />
  )
}

/** The most liked notes of the open rounds. */
export function BestVotes() {
  const { t, format } = useLanguage()
  return (
    <List
      heading={t('best.heading')}
      empty={t('best.empty')}
      query={useBestVotes()}
      row={({ id, voteChoice, refPrice, title, uniqueCode, nickname, likes }) => (
        <Row
          title={title}
          author={{ uniqueCode, nickname }}
          to={voteViewPath(id)}
          meta={
            <>
              <LeveledDirection choice={voteChoice} refPrice={refPrice} />
              <Author nickname={nickname} uniqueCode={uniqueCode} />
              <span>{t('best.likes', { likes: format.count(likes) })}</span>
            </>
          }
        />
      )}
    />
  )
}

interface ListProps<Item> {
  heading: string
  empty: string
  query: UseQueryResult<Item[]>
  /** Beside the heading. */
  side?: ReactNode
  /** Below the items. */
  children?: ReactNode
  /** Renders an item at its position, from 1. */
  row: (item: Item, position: number) => ReactNode
}

function List<Item extends { id: number }>(props: ListProps<Item>) {
  const { heading, side, empty, query, row, children } = props
  const { t } = useLanguage()
  const { data, error, isPending, refetch } = query
  return (
    <Section heading={heading} side={side}>
      {isPending && (
        <div className={styles.skeleton} role="status">
          <span className="visually-hidden">{t('state.loading')}</span>
        </div>
      )}
      {!isPending && !data && <LoadFailure error={error} onRetry={refetch} />}
      {data?.length === 0 && <p className={styles.empty}>{empty}</p>}
      {data && data.length > 0 && (
        <ol className={styles.list}>
          {data.map((item, index) => (
            <li key={item.id}>{row(item, index + 1)}</li>
          ))}
        </ol>
      )}
      {children}
    </Section>
  )
}

interface RowProps {
  title: string
  author: { uniqueCode: string; nickname: string }
  /** Path that the title links to. */
  to: string
  /** Second line. */
  meta: ReactNode
}

function Row({ title: written, author, to, meta }: RowProps) {
  const { title, isFolded } = useFoldedTitle(author, written)
  return (
    <div className={styles.row}>
      <span className={styles.body}>
        <Link to={to} className={styles.title} data-soft={isFolded || undefined} title={title}>
          {title}
        </Link>
        <span className={styles.meta}>{meta}</span>
      </span>
    </div>
  )
}
