import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { LoadFailure } from '#desktop/renderer/components/failure.tsx'
import { Nickname } from '#desktop/renderer/components/nickname.tsx'
import { Section } from '#desktop/renderer/components/section.tsx'
import { DirectionMark } from '#desktop/renderer/features/market/direction-mark.tsx'
import { useLanguage } from '#desktop/renderer/platform/services.ts'
import { boardViewPath, voteViewPath } from '#shared/rules/paths.ts'
import { useBestVotes, useRankers, useRecentPosts } from './api.ts'
import styles from './lists.module.css'

/** The users with the most points. */
export function Rankers() {
  const { t, format } = useLanguage()
  return (
    <List
      heading={t('rankers.heading')}
      empty={t('rankers.empty')}
      query={useRankers()}
      row={({ nickname, uniqueCode, points }, rank) => (
        <Row
          lead={rank}
          title={nickname}
          meta={uniqueCode}
          side={t('rankers.points', { points: format.signed(points) })}
        />
      )}
    />
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
          to={boardViewPath(boardType, id)}
          meta={
            <>
              <span>{t(`board.${boardType}`)}</span>
              <span>
                {uniqueCode} <Nickname name={nickname} />
              </span>
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
      row={({ id, voteChoice, title, uniqueCode, nickname, likes }) => (
        <Row
          title={title}
          to={voteViewPath(id)}
          meta={
            <>
              <DirectionMark choice={voteChoice} />
              <span>
                {uniqueCode} <Nickname name={nickname} />
              </span>
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
  /** Renders an item at its position, from 1. */
  row: (item: Item, position: number) => ReactNode
}

function List<Item extends { id: number }>({ heading, empty, query, row }: ListProps<Item>) {
  const { t } = useLanguage()
  const { data, error, isPending, refetch } = query
  return (
    <Section heading={heading}>
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
    </Section>
  )
}

interface RowProps {
  title: string
  /** Path that the title links to. */
  to?: string
  /** Second line. */
  meta: ReactNode
  /** Figure before the title. */
  lead?: ReactNode
  /** Figure at the end of the row. */
  side?: ReactNode
}

function Row({ title, to, meta, lead, side }: RowProps) {
  return (
    <div className={styles.row}>
      {lead !== undefined && <span className={styles.lead}>{lead}</span>}
      <span className={styles.body}>
        {to ? (
          <Link to={to} className={styles.title} title={title}>
            {title}
          </Link>
        ) : (
          <span className={styles.title} title={title}>
            {title}
          </span>
        )}
        <span className={styles.meta}>{meta}</span>
      </span>
      {side !== undefined && <span className={styles.side}>{side}</span>}
    </div>
  )
}
