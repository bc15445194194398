import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { Loading } from '#desktop/renderer/components/loading.tsx'
import { showFailure } from '#desktop/renderer/components/toast.ts'
import { usePostToEdit } from '#desktop/renderer/features/boards/api/post-to-edit.ts'
import { whyNotEdit } from '#desktop/renderer/features/boards/model/why-not-edit.ts'
import { prefetchEditor } from '#desktop/renderer/features/editor/rich-editor.tsx'
import { useLanguage, useServices, useUser } from '#desktop/renderer/platform/services.ts'
import { useTexts } from '#desktop/renderer/platform/texts.ts'
import type { BoardType, PostDetail } from '#shared/contract/posts.ts'
import { errorText } from '#shared/i18n/error-text.ts'
import { boardsTexts } from '#shared/i18n/screens/boards.ts'
import { boardPath, boardViewPath } from '#shared/rules/paths.ts'
import { EditForm } from './edit-form.tsx'

/** Loads a post into the editor; one that cannot be loaded leads back to its board. */
export function EditPost({ board, id }: { board: BoardType; id: number }) {
  const t = useTexts(boardsTexts)
  const navigate = useNavigate()
  const { data: post, error } = usePostToEdit(board, id)
  useEffect(prefetchEditor, [])

  const failed = t('post.failed')
  useEffect(() => {
    if (!error) return
    showFailure('post', failed)
    navigate(boardPath(board), { replace: true })
  }, [error, failed, board, navigate])

  if (!post) return <Loading text={t('post.loading')} />
  return <LoadedPost board={board} post={post} />
}

/** The editor, if this post may be edited by whoever came for it; else it is said why not. */
function LoadedPost({ board, post }: { board: BoardType; post: PostDetail }) {
  const { locale } = useLanguage()
  const { clock } = useServices()
  const navigate = useNavigate()
  const userId = useUser()?.id
  // Judged once: an hour that ends meanwhile takes nobody's text away.
  const [refusal] = useState(() => whyNotEdit(post, userId, clock.now()))

  const reason = refusal ? (errorText(locale, refusal) ?? '') : ''
  useEffect(() => {
    if (!reason) return
    showFailure('post', reason)
    navigate(boardViewPath(board, post.id), { replace: true })
  }, [reason, board, post.id, navigate])

  return refusal ? null : <EditForm board={board} post={post} />
}
