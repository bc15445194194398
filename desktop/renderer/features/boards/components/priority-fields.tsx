import { type FormEvent, useId, useState } from 'react'
import { Button } from '#desktop/renderer/components/button.tsx'
import { showFailure, showToast, TOAST_MS } from '#desktop/renderer/components/toast.ts'
import { useUpdatePost } from '#desktop/renderer/features/boards/api.ts'
import { lastChange } from '#desktop/renderer/features/boards/posting.ts'
import { saveFailureText } from '#desktop/renderer/platform/failure-text.ts'
import { useLanguage, useTexts } from '#desktop/renderer/platform/services.ts'
import type { PostDetail } from '#shared/contract/posts.ts'
import { boardsTexts } from '#shared/i18n/screens/boards.ts'
import { parsePriority } from '#shared/rules/priority.ts'
import styles from './priority-fields.module.css'

interface PriorityFieldProps {
  /** The typed text. */
  value: string
  onChange: (typed: string) => void
}

/** The priority of a notice. */
export function PriorityField({ value, onChange }: PriorityFieldProps) {
  const t = useTexts(boardsTexts)
  const [inputId, hintId] = [useId(), useId()]
  const isInvalid = parsePriority(value) === null
  return (
    <div className={styles.field}>
      <label htmlFor={inputId}>{t('priority.label')}</label>
      <input
        id={inputId}
        inputMode="numeric"
        maxLength={2}
        autoComplete="off"
        value={value}
        aria-describedby={hintId}
        aria-invalid={isInvalid}
        onChange={({ target }) => onChange(target.value)}
      />
      <span id={hintId} className={isInvalid ? styles.invalid : styles.hint}>
        {t(isInvalid ? 'priority.invalid' : 'priority.hint')}
      </span>
    </div>
  )
}

/** Lets an admin change a notice's priority at any time; the text is sent unchanged. */
export function PriorityForm({ post }: { post: PostDetail }) {
  const t = useTexts(boardsTexts)
  const language = useLanguage()
  const [typed, setTyped] = useState(String(post.priority))
  const { mutateAsync, isPending } = useUpdatePost('notices', post.id)
  const priority = parsePriority(typed)

  const save = async (event: FormEvent) => {
    event.preventDefault()
    if (priority === null) return
    try {
      await mutateAsync({ content: post.content, priority, seen: lastChange(post) })
      showToast({ id: 'priority', text: t('priority.saved'), tone: 'good' }, TOAST_MS.board)
    } catch (error) {
      showFailure('priority', saveFailureText(language, error, t('editor.editFailed')))
    }
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
