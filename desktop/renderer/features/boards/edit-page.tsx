import { useEffect, useState } from 'react'
import { Navigate, useNavigate } from 'react-router-dom'
import { Loading } from '#desktop/renderer/components/loading.tsx'
import { showFailure, showToast, TOAST_MS } from '#desktop/renderer/components/toast.ts'
import { prefetchEditor } from '#desktop/renderer/features/editor/load-editor.ts'
import { type DraftState, useDraft, useFirst } from '#desktop/renderer/features/editor/use-draft.ts'
import { useSave } from '#desktop/renderer/features/editor/use-save.ts'
import { EditCountdown } from '#desktop/renderer/features/posts/edit-window.tsx'
import { useLanguage, useServices, useTexts } from '#desktop/renderer/platform/services.ts'
import type { BoardType, PostDetail, WritePostBody } from '#shared/contract/posts.ts'
import { errorText } from '#shared/i18n/error-text.ts'
import { boardsTexts } from '#shared/i18n/screens/boards.ts'
import { boardPath, boardViewPath, PATHS } from '#shared/rules/paths.ts'
import { usePostToEdit, useUpdatePost } from './api.ts'
import { EditorFrame, useSaveFailure } from './components/editor-frame.tsx'
import { PostForm } from './components/post-form.tsx'
import { PriorityField } from './components/priority-fields.tsx'
import styles from './edit-page.module.css'
import { editError, toPostBody } from './posting.ts'
import { usePostRoute } from './routing.ts'

/** The editor for an existing post. */
export function Component() {
  const route = usePostRoute()
  if (!route) return <Navigate to={PATHS.home} replace />
  const { board, id } = route
  return (
    <EditorFrame board={board} task="editor.edit">
      {(userId) => (
        <EditPost key={`${board} ${id} ${userId}`} board={board} id={id} userId={userId} />
      )}
    </EditorFrame>
  )
}

interface EditPostProps {
  board: BoardType
  id: number
  userId: number
}

/** Loads the post; a failure returns to the board. */
function EditPost({ board, id, userId }: EditPostProps) {
  const t = useTexts(boardsTexts)
  const navigate = useNavigate()
  const { data, error } = usePostToEdit(board, id, userId)
  const post = useFirst(data)
  useEffect(prefetchEditor, [])

  const failed = t('post.failed')
  useEffect(() => {
    if (!error || post) return
    showFailure('post', failed)
    navigate(boardPath(board), { replace: true })
  }, [error, post, failed, board, navigate])

  if (!post) return <Loading text={t('post.loading')} />
  return <LoadedPost board={board} post={post} userId={userId} />
}

interface PostProps {
  board: BoardType
  post: PostDetail
  userId: number
}

/** The form if this user may edit the post, else a toast and the way back to the post. */
function LoadedPost({ board, post, userId }: PostProps) {
  const { locale } = useLanguage()
  const { clock } = useServices()
  const navigate = useNavigate()
  // Checked once: the end of the edit window must not discard the text being written.
  const [code] = useState(() => editError(post, userId, clock.now()))

  const reason = code ? (errorText(locale, code) ?? '') : ''
  useEffect(() => {
    if (!reason) return
    showFailure('post', reason)
    navigate(boardViewPath(board, post.id), { replace: true })
  }, [reason, board, post.id, navigate])

  return code ? null : <EditWithDraft board={board} post={post} userId={userId} />
}

function EditWithDraft({ board, post, userId }: PostProps) {
  const draft = useDraft({ kind: 'board', postId: post.id }, userId)
  return draft.isReady ? <EditForm board={board} post={post} draft={draft} /> : null
}

interface EditFormProps {
  board: BoardType
  post: PostDetail
  draft: DraftState
}

function EditForm({ board, post, draft }: EditFormProps) {
  const t = useTexts(boardsTexts)
  const navigate = useNavigate()
  /** Null until the user changes something: the editor may export the same text differently. */
  const [html, setHtml] = useState(draft.restored?.content ?? null)
  const [priority, setPriority] = useState(draft.restored?.priority ?? String(post.priority))
  const { mutateAsync } = useUpdatePost(board, post.id)
  const leave = () => navigate(boardPath(board), { replace: true })
  const { save, isSaving } = useSave({
    send: (body: WritePostBody) => mutateAsync(body),
    onSaved: () =>
      showToast({ id: 'post-saved', text: t('editor.edited'), tone: 'good' }, TOAST_MS.board),
    onFailure: useSaveFailure(t('editor.editFailed')),
    leave,
    draft,
    isDirty: html !== null || priority !== String(post.priority),
  })

  const change = (content: string | null, typed: string) => {
    setHtml(content)
    setPriority(typed)
    draft.save({
      content: content ?? post.content,
      ...(board === 'notices' && { priority: typed }),
    })
  }

  return (
    <PostForm
      initialHtml={draft.restored?.content ?? post.content}
      onChange={(text) => change(text, priority)}
      saveText={t('editor.saveEdit')}
      isSaving={isSaving}
      onSave={() => {
        const change = toPostBody(board, html ?? post.content, priority)
        if ('error' in change) showFailure('post-fault', t(change.error))
        else save(change.body)
      }}
      onCancel={leave}
    >
      {board === 'notices' && (
        <PriorityField value={priority} onChange={(typed) => change(html, typed)} />
      )}
      <EditCountdown created={post.created}>
        {(left) => (
          <div className={styles.left}>
            {left && (
              <p>
                {t('editor.timeLeft')} <b>{left}</b>
              </p>
            )}
            {/* Present from the start: a screen reader announces only changes of a live region. */}
            <p role="status" className={styles.over}>
              {!left && t('editor.timeOver')}
            </p>
          </div>
        )}
      </EditCountdown>
    </PostForm>
  )
}
