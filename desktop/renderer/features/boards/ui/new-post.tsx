import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { showFailure, showToast, TOAST_MS } from '#desktop/renderer/components/toast.ts'
import { useWritePost } from '#desktop/renderer/features/boards/api/write-post.ts'
import { postBody } from '#desktop/renderer/features/boards/model/post-body.ts'
import { useSaveFailure } from '#desktop/renderer/features/boards/model/use-save-failure.ts'
import { type DraftState, useDraft } from '#desktop/renderer/features/editor/use-draft.ts'
import { useTexts } from '#desktop/renderer/platform/texts.ts'
import type { BoardType } from '#shared/contract/posts.ts'
import { boardsTexts } from '#shared/i18n/screens/boards.ts'
import { boardPath } from '#shared/rules/paths.ts'
import { ORDINARY_PRIORITY } from '#shared/rules/priority.ts'
import { PostForm } from './post-form.tsx'
import { PriorityField } from './priority-field.tsx'

/** Writes a new post; what was left of the last one is offered first. */
export function NewPost({ board }: { board: BoardType }) {
  const draft = useDraft('post_draft_board')
  return draft.isReady ? <NewPostForm board={board} draft={draft} /> : null
}

function NewPostForm({ board, draft }: { board: BoardType; draft: DraftState }) {
  const t = useTexts(boardsTexts)
  const navigate = useNavigate()
  const [html, setHtml] = useState(draft.initialHtml)
  const [priority, setPriority] = useState(String(ORDINARY_PRIORITY))
  const onError = useSaveFailure(t('editor.saveFailed'))
  const leave = () => navigate(boardPath(board), { replace: true })
  const { mutate, isPending } = useWritePost(board, () => {
    draft.clear()
    showToast({ id: 'post-saved', text: t('editor.saved'), tone: 'good' }, TOAST_MS.board)
  })

  const save = () => {
    const post = postBody(board, html, priority)
    if ('fault' in post) return showFailure('post-fault', t(post.fault))
    mutate(post.body, { onSuccess: leave, onError })
  }
  return (
    <PostForm
      initialHtml={draft.initialHtml}
      onChange={(text) => {
        setHtml(text)
        draft.save(text)
      }}
      saveText={t('editor.save')}
      isSaving={isPending}
      onSave={save}
      onCancel={() => {
        draft.clear()
        leave()
      }}
    >
      {board === 'notices' && <PriorityField value={priority} onChange={setPriority} />}
    </PostForm>
  )
}
