import { type FormEvent, useState } from 'react'
import { Button } from '#desktop/renderer/components/button.tsx'
import { showFailure, showToast, TOAST_MS } from '#desktop/renderer/components/toast.ts'
import { useEditPost } from '#desktop/renderer/features/boards/api/edit-post.ts'

import { saveFailureText } from '#desktop/renderer/platform/failure-text.ts'
import { useLanguage } from '#desktop/renderer/platform/services.ts'
import { useTexts } from '#desktop/renderer/platform/texts.ts'
import type { PostDetail } from '#shared/contract/posts.ts'
import { boardsTexts } from '#shared/i18n/screens/boards.ts'
import { parsePriority } from '#shared/rules/priority.ts'
import { PriorityField } from './priority-field.tsx'
import styles from './priority-form.module.css'

/** Lets an admin raise or lower a notice at any time; its text goes back as it came. */
export function PriorityForm({ post }: { post: PostDetail }) {
  const t = useTexts(boardsTexts)
  const language = useLanguage()
  const [typed, setTyped] = useState(String(post.priority))
  const { mutate, isPending } = useEditPost('notices', post.id, () =>
    showToast({ id: 'priority', text: t('priority.saved'), tone: 'good' }, TOAST_MS.board),
  )
  const priority = parsePriority(typed)

  const save = (event: FormEvent) => {
    event.preventDefault()
    if (priority === null) return
    mutate(
      { content: post.content, priority },
      {
        onError: (error) =>
          showFailure('priority', saveFailureText(language, error, t('editor.editFailed'))),
      },
    )
  }
  return (
    <form className={styles.form} onSubmit={save}>
      <PriorityField value={typed} onChange={setTyped} />
      <Button
        kind="plain"
        type="submit"
        disabled={isPending || priority === null || priority === post.priority}
      >
        {isPending ? t('editor.saving') : t('priority.set')}
      </Button>
    </form>
  )
}
