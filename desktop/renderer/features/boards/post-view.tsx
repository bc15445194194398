import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { Loading } from '#desktop/renderer/components/loading.tsx'
import { TextTitle } from '#desktop/renderer/components/text-heading.tsx'
import { showFailure } from '#desktop/renderer/components/toast.ts'
import { LoginRequired, useLoginPrompt } from '#desktop/renderer/features/auth/auth-guard.tsx'
import { useBlocked } from '#desktop/renderer/features/blocks/use-blocked.ts'
import { HiddenPost } from '#desktop/renderer/features/moderation/hidden-content.tsx'
import { Thread } from '#desktop/renderer/features/threads/thread.tsx'
import { useLanguage, useSession, useTexts } from '#desktop/renderer/platform/services.ts'
import { ApiFailure } from '#desktop/shared/api-failure.ts'
import type { BoardType } from '#shared/contract/posts.ts'
import { boardsTexts } from '#shared/i18n/screens/boards.ts'
import { boardViewPath } from '#shared/rules/paths.ts'
import { usePost } from './api.ts'
import { PostArticle } from './components/post-article.tsx'
import styles from './post-view.module.css'

interface PostViewProps {
  board: BoardType
  id: number
  /** Path of the list or screen that the post was opened from. */
  back: string
}

/** A post with its replies; a failure to load it returns to where it was opened from. */
export function PostView({ board, id, back }: PostViewProps) {
  const t = useTexts(boardsTexts)
  const { t: core } = useLanguage()
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const { status } = useSession()
  const isForMembers = board === 'frees'
  const canRead = status === 'user' || (status === 'guest' && !isForMembers)
  const { data: post, error } = usePost(board, id, canRead)
  const { isKnown } = useBlocked()
  useLoginPrompt(isForMembers, pathname + search, back)

  const failed = t('post.failed')
  const isHidden = error instanceof ApiFailure && error.code === 'HIDDEN'
  // A post that is read stays while it cannot be fetched again.
  const isLost = error !== null && !post
  useEffect(() => {
    // After the end of the session its failed request no longer matters.
    if (!isLost || !canRead || isHidden) return
    showFailure('post', failed)
    navigate(back, { replace: true })
  }, [isLost, canRead, isHidden, failed, back, navigate])

  if (isHidden && canRead) {
    return (
      <div className={styles.post}>
        <HiddenPost back={back} />
      </div>
    )
  }
  if (post && canRead && isKnown) {
    return (
      <div className={styles.post}>
        <PostArticle board={board} post={post} back={back} />
        <Thread
          subject={{
            thread: { target: 'post', id, board },
            path: boardViewPath(board, id),
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
      <TextTitle text={t(`boards.title.${board}`)} />
      {status === 'checking' && <Loading text={core('login.checking')} />}
      {canRead && <Loading text={t('post.loading')} />}
      {status === 'guest' && !canRead && <LoginRequired text={t('login.required')} />}
    </div>
  )
}
