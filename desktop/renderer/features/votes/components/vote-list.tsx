import { useEffect } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { buttonClass } from '#desktop/renderer/components/button.tsx'
import { Empty } from '#desktop/renderer/components/empty.tsx'
import { LoadFailure } from '#desktop/renderer/components/failure.tsx'
import { Loading } from '#desktop/renderer/components/loading.tsx'
import { Pagination } from '#desktop/renderer/components/pagination.tsx'
import { showFailure } from '#desktop/renderer/components/toast.ts'
import { useVoteList } from '#desktop/renderer/features/votes/api.ts'
import { atPlace, type ListPlace } from '#desktop/renderer/features/votes/list-filter.ts'
import { useVoteText } from '#desktop/renderer/features/votes/use-vote-text.ts'
import { useSession } from '#desktop/renderer/platform/services.ts'
import type { VoteItem } from '#shared/contract/votes.ts'
import { PATHS } from '#shared/rules/paths.ts'
import { VoteFilters } from './vote-filters.tsx'
import styles from './vote-list.module.css'
import { VoteRow } from './vote-row.tsx'

interface VoteListProps {
  place: ListPlace
  /** Path of the screen, to which the links of pages and filters add their query. */
  path: string
  /** The vote that is read on the same screen. */
  currentId?: number
}

/** The votes of all rounds, or those under a filter, by page. */
export function VoteList(props: VoteListProps) {
  const { place, path } = props
  const isGuest = useSession().status === 'guest'
  return (
    <div className={styles.list}>
      <VoteFilters path={path} selected={place.filter} />
      {place.filter === 'mine' && isGuest ? <LoginFirst /> : <Page {...props} />}
    </div>
  )
}

/** One page of the list. */
function Page({ place, path, currentId }: VoteListProps) {
  const { t } = useVoteText()
  const { data, isPending, isError, error, isPlaceholderData, errorUpdatedAt, refetch } =
    useVoteList(place)
  const failed = t('list.failed')
  // One toast per failed fetch, regardless of renders.
  useEffect(() => {
    if (isError && errorUpdatedAt > 0) showFailure('voteList', failed)
  }, [isError, errorUpdatedAt, failed])

  const page = data?.pagination.currentPage ?? place.page
  const { totalPosts = 0 } = data?.pagination ?? {}
  return (
    <div className={styles.page} aria-busy={isPlaceholderData || isPending}>
      {(isPending || isPlaceholderData) && (
        <div className={data ? styles.next : styles.first}>
          <Loading text={t('list.loading')} />
        </div>
      )}
      {isError && <LoadFailure lead={failed} error={error} onRetry={refetch} />}
      {data?.posts.length === 0 && (
        <Empty text={t(`empty.${totalPosts > 0 ? 'all' : place.filter}`)} />
      )}
      {data && data.posts.length > 0 && (
        <Rows posts={data.posts} place={{ ...place, page }} currentId={currentId} />
      )}
      {data && (
        <Pagination
          label={t('list.pages')}
          current={place.page}
          total={data.pagination.totalPages}
          to={(number) => atPlace(path, { ...place, page: number })}
        />
      )}
    </div>
  )
}

interface RowsProps {
  posts: VoteItem[]
  place: ListPlace
  currentId: number | undefined
}

const COLUMNS = [
  'id',
  'call',
  'result',
  'settles',
  'note',
  'author',
  'age',
  'likes',
  'views',
] as const

/** Rows below the names of their columns, which narrow screens leave out. */
function Rows({ posts, place, currentId }: RowsProps) {
  const { t } = useVoteText()
  return (
    <div className={styles.rows}>
      <div className={styles.head} aria-hidden="true">
        {COLUMNS.map((name) => (
          <span key={name}>{name === 'id' ? '' : t(`column.${name}`)}</span>
        ))}
      </div>
      <ol>
        {posts.map((vote) => (
          <VoteRow key={vote.id} vote={vote} place={place} isCurrent={vote.id === currentId} />
        ))}
      </ol>
    </div>
  )
}

/** Takes the place of the own votes until somebody is signed in. */
function LoginFirst() {
  const { t, core } = useVoteText()
  const { pathname, search } = useLocation()
  return (
    <div className={styles.login}>
      <p>{t('list.loginFirst')}</p>
      <Link to={PATHS.login} state={{ from: pathname + search }} className={buttonClass('primary')}>
        {core('header.login')}
      </Link>
    </div>
  )
}
