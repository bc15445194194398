import { useEffect } from 'react'
import { Navigate, useLocation, useNavigate } from 'react-router-dom'
import { Loading } from '#desktop/renderer/components/loading.tsx'
import { showFailure } from '#desktop/renderer/components/toast.ts'
import { LoginRequired, useLoginPrompt } from '#desktop/renderer/features/auth/auth-guard.tsx'
import { useBlocked } from '#desktop/renderer/features/blocks/use-blocked.ts'
import { HiddenPost } from '#desktop/renderer/features/moderation/hidden-content.tsx'
import { Thread } from '#desktop/renderer/features/threads/thread.tsx'
import { useLanguage, useSession, useTexts } from '#desktop/renderer/platform/services.ts'
import { ApiFailure } from '#desktop/shared/api-failure.ts'
import type { BoardType } from '#shared/contract/posts.ts'
import { boardsTexts } from '#shared/i18n/screens/boards.ts'
import { boardPath, PATHS } from '#shared/rules/paths.ts'
import { usePost } from './api.ts'
import { BoardHead } from './components/board-head.tsx'
import { PostArticle } from './components/post-article.tsx'
import { PostList } from './components/post-list.tsx'
import { usePostRoute } from './routing.ts'
import styles from './view-page.module.css'

/** A post, and the list of its board below it. */
export function Component() {
  const route = usePostRoute()
  if (!route) return <Navigate to={PATHS.home} replace />
  const { board, id } = route
  return (
    <>
      <BoardHead board={board} as="p" />
      <Post key={`${board} ${id}`} board={board} id={id} />
      <PostList board={board} currentId={id} />
    </>
  )
}

/** Loads the post; a failure returns to the board. */
function Post({ board, id }: { board: BoardType; id: number }) {
  const t = useTexts(boardsTexts)
  const { t: core } = useLanguage()
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const { status } = useSession()
  const isForMembers = board === 'frees'
  const canRead = status === 'user' || (status === 'guest' && !isForMembers)
  const { data: post, error } = usePost(board, id, canRead)
  const { isKnown } = useBlocked()
  useLoginPrompt(isForMembers, pathname + search, boardPath(board))

  const failed = t('post.failed')
  const isHidden = error instanceof ApiFailure && error.code === 'HIDDEN'
  useEffect(() => {
    // After the end of the session its failed request no longer matters.
    if (!error || !canRead || isHidden) return
    showFailure('post', failed)
    navigate(boardPath(board), { replace: true })
  }, [error, canRead, isHidden, failed, board, navigate])

  // Before the data: a post that is hidden while it is read is still cached.
  if (isHidden && canRead) {
    return (
      <div className={styles.post}>
        <HiddenPost back={boardPath(board)} />
      </div>
    )
  }
  if (post && canRead && isKnown) {
    return (
      <div className={styles.post}>
        <PostArticle board={board} post={post} />
        <Thread
          subject={{
            thread: { target: 'post', id, board },
            author: post,
            refPrice: null,
            takesReplies: !post.hidden,
            locksCall: false,
          }}
        />
      </div>
    )
  }
  return (
    <div className={styles.noPost}>
      <title>{`${t(`boards.title.${board}`)} · ${core('app.name')}`}</title>
      {status === 'checking' && <Loading text={core('login.checking')} />}
      {canRead && <Loading text={t('post.loading')} />}
      {status === 'guest' && !canRead && <LoginRequired text={t('login.required')} />}
    </div>
  )
}
