import { useEffect, useState } from 'react'
import { Navigate, useNavigate } from 'react-router-dom'
import { Loading } from '#desktop/renderer/components/loading.tsx'
import { showFailure } from '#desktop/renderer/components/toast.ts'
import { prefetchEditor } from '#desktop/renderer/features/editor/load-editor.ts'
import { NewerText } from '#desktop/renderer/features/editor/newer-text.tsx'
import { type DraftState, useDraft, useFirst } from '#desktop/renderer/features/editor/use-draft.ts'
import { EditCountdown } from '#desktop/renderer/features/posts/edit-window.tsx'
import { useLanguage, useServices, useTexts } from '#desktop/renderer/platform/services.ts'
import type { BoardType, PostDetail } from '#shared/contract/posts.ts'
import { errorText } from '#shared/i18n/error-text.ts'
import { boardsTexts } from '#shared/i18n/screens/boards.ts'
import { boardPath, boardViewPath, PATHS } from '#shared/rules/paths.ts'
import { usePostToEdit } from './api.ts'
import { EditorFrame } from './components/editor-frame.tsx'
import { PostForm } from './components/post-form.tsx'
import { PriorityField } from './components/priority-fields.tsx'
import styles from './edit-page.module.css'
import { editError, lastChange, toPostBody } from './posting.ts'
import { usePostRoute } from './routing.ts'
import { useSavePost } from './use-save-post.ts'

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

  const [opened, setOpened] = useState(post)
  if (code) return null
  const key = opened.updated
  return <EditWithDraft key={key} board={board} post={opened} userId={userId} onLoad={setOpened} />
}

interface EditProps extends PostProps {
  /** Begins again with a post that was edited elsewhere. */
  onLoad: (post: PostDetail) => void
}

function EditWithDraft(props: EditProps) {
  const draft = useDraft({ kind: 'board', postId: props.post.id }, props.userId)
  return draft.isReady ? <EditForm {...props} draft={draft} /> : null
}

function EditForm({ board, post, draft, onLoad }: EditProps & { draft: DraftState }) {
  const t = useTexts(boardsTexts)
  const navigate = useNavigate()
  /** Null until the user changes something: the editor may export the same text differently. */
  const [html, setHtml] = useState(draft.restored?.content ?? null)
  const [priority, setPriority] = useState(draft.restored?.priority ?? String(post.priority))
  const seen = draft.restored?.seen ?? lastChange(post)
  const isDirty = html !== null || priority !== String(post.priority)
  const leave = () => navigate(boardPath(board), { replace: true })
  const { save, isSaving, newer } = useSavePost({ board, post, seen, html, isDirty, draft, leave })

  const change = (content: string | null, typed: string) => {
    setHtml(content)
    setPriority(typed)
    draft.save({
      content: content ?? post.content,
      seen,
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
        if ('error' in change) return showFailure('post-fault', t(change.error))
        const { content } = change.body
        // A priority that another admin has set meanwhile stays.
        save(priority === String(post.priority) ? { content } : change.body)
      }}
      onCancel={leave}
    >
      {board === 'notices' && (
        <PriorityField value={priority} onChange={(typed) => change(html, typed)} />
      )}
      {newer && !isSaving && (
        <NewerText
          onLoad={() => {
            draft.clear()
            onLoad(newer)
          }}
        />
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
