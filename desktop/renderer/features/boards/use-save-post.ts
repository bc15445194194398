import { useState } from 'react'
import { showToast, TOAST_MS } from '#desktop/renderer/components/toast.ts'
import { useConfirmReplace, useSentTexts } from '#desktop/renderer/features/editor/newer-text.tsx'
import type { DraftState } from '#desktop/renderer/features/editor/use-draft.ts'
import { useSave } from '#desktop/renderer/features/editor/use-save.ts'
import { useTexts } from '#desktop/renderer/platform/services.ts'
import { isEditedElsewhere } from '#desktop/shared/api-failure.ts'
import type { Done } from '#shared/contract/common.ts'
import type { BoardType, PostDetail, WritePostBody } from '#shared/contract/posts.ts'
import { boardsTexts } from '#shared/i18n/screens/boards.ts'
import { useReadPost, useUpdatePost } from './api.ts'
import { useSaveFailure } from './components/editor-frame.tsx'
import { lastChange } from './posting.ts'

interface SavePostOptions {
  board: BoardType
  post: PostDetail
  /** When the text that the edit began with had last changed. */
  seen: string
  /** The text as written here; null if it was not changed. */
  html: string | null
  isDirty: boolean
  draft: DraftState
  leave: () => void
}

/** Saves an edit of a post. `newer` is the post if it was edited elsewhere, which is replaced on confirmation only. */
export function useSavePost({ board, post, seen, html, isDirty, draft, leave }: SavePostOptions) {
  const t = useTexts(boardsTexts)
  const { mutateAsync } = useUpdatePost(board, post.id)
  const readPost = useReadPost(board, post.id)
  const confirmReplace = useConfirmReplace()
  const [newer, setNewer] = useState<PostDetail | null>(null)
  const sent = useSentTexts(draft.restored?.content ?? null)

  const send = async (body: WritePostBody): Promise<Done | null> => {
    let current = newer
    for (;;) {
      // A text that was not changed here is no reason to replace one that was changed elsewhere.
      const content = html ?? current?.content ?? body.content
      const isReplaced =
        current !== null && current.content !== content && !sent.has(current.content)
      if (isReplaced && !(await confirmReplace())) return null
      sent.add(content)
      const known = current ? lastChange(current) : seen
      try {
        return await mutateAsync({ ...body, content, seen: known })
      } catch (error) {
        if (!isEditedElsewhere(error)) throw error
        current = await readPost()
        setNewer(current)
        if (lastChange(current) === known) throw error
      }
    }
  }

  const { save, isSaving } = useSave({
    send,
    onSaved: () =>
      showToast({ id: 'post-saved', text: t('editor.edited'), tone: 'good' }, TOAST_MS.board),
    onFailure: useSaveFailure(t('editor.editFailed')),
    leave,
    draft,
    isDirty,
  })
  return { save, isSaving, newer: newer && sent.has(newer.content) ? null : newer }
}
