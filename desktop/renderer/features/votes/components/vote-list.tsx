import { useEffect } from 'react'
import { Empty } from '#desktop/renderer/components/empty.tsx'
import { LoadFailure } from '#desktop/renderer/components/failure.tsx'
import { Loading } from '#desktop/renderer/components/loading.tsx'
import { Pagination } from '#desktop/renderer/components/pagination.tsx'
import { showFailure } from '#desktop/renderer/components/toast.ts'
import { onPage } from '#desktop/renderer/features/posts/list-url.ts'
import { useVoteList } from '#desktop/renderer/features/votes/api.ts'
import { useVoteText } from '#desktop/renderer/features/votes/use-vote-text.ts'
import styles from './vote-list.module.css'
import { VoteRow } from './vote-row.tsx'

interface VoteListProps {
  page: number
  /** Path of the screen, to which the page links add their query. */
  path: string
  /** The vote that is read on the same screen. */
  currentId?: number
}

/** One page of the votes of all rounds. */
export function VoteList({ page, path, currentId }: VoteListProps) {
  const { t } = useVoteText()
  const { data, isPending, isError, error, isPlaceholderData, errorUpdatedAt, refetch } =
    useVoteList(page)
  const failed = t('list.failed')
  // One toast per failed fetch, regardless of renders.
  useEffect(() => {
    if (isError && errorUpdatedAt > 0) showFailure('voteList', failed)
  }, [isError, errorUpdatedAt, failed])

  const shown = data?.pagination.currentPage ?? page
  return (
    <div className={styles.list} aria-busy={isPlaceholderData || isPending}>
      {(isPending || isPlaceholderData) && (
        <div className={data ? styles.next : styles.first}>
          <Loading text={t('list.loading')} />
        </div>
      )}
      {isError && <LoadFailure lead={failed} error={error} onRetry={refetch} />}
      {data?.posts.length === 0 && <Empty text={t('list.empty')} />}
      {data && data.posts.length > 0 && (
        <ol className={styles.rows}>
          {data.posts.map((vote) => (
            <VoteRow key={vote.id} vote={vote} page={shown} isCurrent={vote.id === currentId} />
          ))}
        </ol>
      )}
      {data && (
        <Pagination
          label={t('list.pages')}
          current={page}
          total={data.pagination.totalPages}
          to={(number) => onPage(path, number)}
        />
      )}
    </div>
  )
}
