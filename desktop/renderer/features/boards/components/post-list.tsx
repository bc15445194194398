import { useEffect } from 'react'
import { Empty } from '#desktop/renderer/components/empty.tsx'
import { Failure, useFailureText } from '#desktop/renderer/components/failure.tsx'
import { Loading } from '#desktop/renderer/components/loading.tsx'
import { Pagination } from '#desktop/renderer/components/pagination.tsx'
import { showFailure } from '#desktop/renderer/components/toast.ts'
import { usePostList } from '#desktop/renderer/features/boards/api.ts'
import { usePage } from '#desktop/renderer/features/boards/routing.ts'
import { onPage } from '#desktop/renderer/features/posts/list-url.ts'
import { useLanguage, useTexts } from '#desktop/renderer/platform/services.ts'
import type { BoardType } from '#shared/contract/posts.ts'
import { boardsTexts } from '#shared/i18n/screens/boards.ts'
import { boardPath, boardViewPath } from '#shared/rules/paths.ts'
import { BoardPostRow } from './board-post-row.tsx'
import styles from './post-list.module.css'

interface PostListProps {
  board: BoardType
  /** The post that is read above the list. */
  currentId?: number
}

/** The page of a board that the query string names. */
export function PostList({ board, currentId }: PostListProps) {
  const t = useTexts(boardsTexts)
  const language = useLanguage()
  const page = usePage()
  const { data, error, isPending, isPlaceholderData, refetch } = usePostList(board, page)
  const failed = t('list.failed')
  const reason = useFailureText(error)
  useEffect(() => {
    if (error) showFailure('post-list', failed)
  }, [error, failed])

  const path = currentId === undefined ? boardPath(board) : boardViewPath(board, currentId)
  return (
    <section className={styles.list} aria-label={t(`boards.title.${board}`)}>
      {isPending && <Loading text={t('list.loading')} />}
      {!isPending && !data && (
        <Failure text={reason || language.t('state.failed')} onRetry={refetch} />
      )}
      {data?.posts.length === 0 && <Empty text={t(page === 1 ? 'list.empty' : 'list.emptyPage')} />}
      {data && data.posts.length > 0 && (
        <ol className={styles.rows} aria-busy={isPlaceholderData}>
          {data.posts.map((post) => (
            <BoardPostRow
              key={post.id}
              board={board}
              post={post}
              page={page}
              isCurrent={post.id === currentId}
            />
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
    </section>
  )
}
