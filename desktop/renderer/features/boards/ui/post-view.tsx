import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { useStore } from 'zustand'
import { Loading } from '#desktop/renderer/components/loading.tsx'
import { showFailure } from '#desktop/renderer/components/toast.ts'
import { LoginRequired, useLoginPrompt } from '#desktop/renderer/features/auth/auth-guard.tsx'
import { usePost } from '#desktop/renderer/features/boards/api/post.ts'
import { useLanguage, useServices } from '#desktop/renderer/platform/services.ts'
import { useTexts } from '#desktop/renderer/platform/texts.ts'
import type { BoardType } from '#shared/contract/posts.ts'
import { boardsTexts } from '#shared/i18n/screens/boards.ts'
import { boardPath } from '#shared/rules/paths.ts'
import { PostArticle } from './post-article.tsx'
import styles from './post-view.module.css'

/** A post in each of its states; one that cannot be loaded leads back to its board. */
export function PostView({ board, id }: { board: BoardType; id: number }) {
  const t = useTexts(boardsTexts)
  const { t: core } = useLanguage()
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const { status } = useStore(useServices().session.state)
  const isForMembers = board === 'frees'
  const mayRead = status === 'user' || (status === 'guest' && !isForMembers)
  const { data: post, error } = usePost(board, id, mayRead)
  useLoginPrompt(isForMembers, pathname + search, boardPath(board))

  const failed = t('post.failed')
  useEffect(() => {
    // Once the session has ended, what was refused to it is no longer what is shown.
    if (!error || !mayRead) return
    showFailure('post', failed)
    navigate(boardPath(board), { replace: true })
  }, [error, mayRead, failed, board, navigate])

  if (post && mayRead) {
    return (
      <div className={styles.post}>
        <PostArticle board={board} post={post} />
      </div>
    )
  }
  return (
    <div className={styles.place}>
      <title>{`${t(`boards.title.${board}`)} · ${core('app.name')}`}</title>
      {status === 'checking' && <Loading text={core('login.checking')} />}
      {mayRead && <Loading text={t('post.loading')} />}
      {status === 'guest' && !mayRead && <LoginRequired text={t('login.required')} />}
    </div>
  )
}
