import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { showFailure, showToast, TOAST_MS } from '#desktop/renderer/components/toast.ts'
import { useEditPost } from '#desktop/renderer/features/boards/api/edit-post.ts'
import { postBody } from '#desktop/renderer/features/boards/model/post-body.ts'
import { useSaveFailure } from '#desktop/renderer/features/boards/model/use-save-failure.ts'
import { useLeaveGuard } from '#desktop/renderer/features/editor/use-leave-guard.ts'
import { EditCountdown } from '#desktop/renderer/features/posts/edit-window.tsx'
import { useTexts } from '#desktop/renderer/platform/texts.ts'
import type { BoardType, PostDetail } from '#shared/contract/posts.ts'
import { boardsTexts } from '#shared/i18n/screens/boards.ts'
import { boardPath } from '#shared/rules/paths.ts'
import styles from './edit-form.module.css'
import { PostForm } from './post-form.tsx'
import { PriorityField } from './priority-field.tsx'

/** Changes a post of one's own. */
export function EditForm({ board, post }: { board: BoardType; post: PostDetail }) {
  const t = useTexts(boardsTexts)
  const navigate = useNavigate()
  /** Null until something has been changed: an editor may write the same text in other HTML. */
  const [html, setHtml] = useState<string | null>(null)
  const [priority, setPriority] = useState(String(post.priority))
  const [isSaved, setSaved] = useState(false)
  const onError = useSaveFailure(t('editor.editFailed'))
  const { mutate, isPending } = useEditPost(board, post.id, () =>
    showToast({ id: 'post-saved', text: t('editor.edited'), tone: 'good' }, TOAST_MS.board),
  )

  const isDirty = html !== null || priority !== String(post.priority)
  useLeaveGuard(isDirty && !isSaved)
  // Only once the guard has heard that there is nothing left to guard.
  useEffect(() => {
    if (isSaved) navigate(boardPath(board), { replace: true })
  }, [isSaved, board, navigate])

  const save = () => {
    const change = postBody(board, html ?? post.content, priority)
    if ('fault' in change) return showFailure('post-fault', t(change.fault))
    mutate(change.body, { onSuccess: () => setSaved(true), onError })
  }
  return (
    <PostForm
      initialHtml={post.content}
      onChange={setHtml}
      saveText={t('editor.saveEdit')}
      isSaving={isPending || isSaved}
      onSave={save}
      onCancel={() => navigate(boardPath(board), { replace: true })}
    >
      {board === 'notices' && <PriorityField value={priority} onChange={setPriority} />}
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
