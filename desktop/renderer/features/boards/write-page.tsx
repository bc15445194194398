import { useState } from 'react'
import { Navigate, useNavigate } from 'react-router-dom'
import { showFailure, showToast, TOAST_MS } from '#desktop/renderer/components/toast.ts'
import { type DraftState, useDraft } from '#desktop/renderer/features/editor/use-draft.ts'
import { useSave } from '#desktop/renderer/features/editor/use-save.ts'
import { useTexts } from '#desktop/renderer/platform/services.ts'
import type { BoardType, WritePostBody } from '#shared/contract/posts.ts'
import { boardsTexts } from '#shared/i18n/screens/boards.ts'
import { boardPath, PATHS } from '#shared/rules/paths.ts'
import { ORDINARY_PRIORITY } from '#shared/rules/priority.ts'
import { useCreatePost } from './api.ts'
import { EditorFrame, useSaveFailure } from './components/editor-frame.tsx'
import { PostForm } from './components/post-form.tsx'
import { PriorityField } from './components/priority-fields.tsx'
import { toPostBody } from './posting.ts'
import { useBoard } from './routing.ts'

/** The editor for a new post. */
export function Component() {
  const board = useBoard()
  if (!board) return <Navigate to={PATHS.home} replace />
  return (
    <EditorFrame board={board} task="editor.new">
      {(userId) => <NewPost key={`${board} ${userId}`} board={board} userId={userId} />}
    </EditorFrame>
  )
}

function NewPost({ board, userId }: { board: BoardType; userId: number }) {
  const draft = useDraft({ kind: 'board', postId: null }, userId)
  return draft.isReady ? <NewPostForm board={board} draft={draft} /> : null
}

function NewPostForm({ board, draft }: { board: BoardType; draft: DraftState }) {
  const t = useTexts(boardsTexts)
  const navigate = useNavigate()
  const initialHtml = draft.restored?.content ?? ''
  const [html, setHtml] = useState(initialHtml)
  const [priority, setPriority] = useState(draft.restored?.priority ?? String(ORDINARY_PRIORITY))
  const { mutateAsync } = useCreatePost(board)
  const leave = () => navigate(boardPath(board), { replace: true })
  const { save, isSaving } = useSave({
    send: (body: WritePostBody) => mutateAsync(body),
    onSaved: () =>
      showToast({ id: 'post-saved', text: t('editor.saved'), tone: 'good' }, TOAST_MS.board),
    onFailure: useSaveFailure(t('editor.saveFailed')),
    leave,
    draft,
    isDirty: !draft.isStored,
  })
  const change = (content: string, typed: string) => {
    setHtml(content)
    setPriority(typed)
    draft.save({ content, ...(board === 'notices' && { priority: typed }) })
  }

  return (
    <PostForm
      initialHtml={initialHtml}
      onChange={(text) => change(text, priority)}
      saveText={t('editor.save')}
      isSaving={isSaving}
      onSave={() => {
        const post = toPostBody(board, html, priority)
        if ('error' in post) showFailure('post-fault', t(post.error))
        else save(post.body)
      }}
      onCancel={() => {
        draft.clear()
        leave()
      }}
    >
      {board === 'notices' && (
        <PriorityField value={priority} onChange={(typed) => change(html, typed)} />
      )}
    </PostForm>
  )
}
