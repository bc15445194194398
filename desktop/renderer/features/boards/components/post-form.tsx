import type { ReactNode } from 'react'
import { Button } from '#desktop/renderer/components/button.tsx'
import { RichEditor } from '#desktop/renderer/features/editor/rich-editor.tsx'
import { useMute } from '#desktop/renderer/features/moderation/mute-notice.tsx'
import { useTexts } from '#desktop/renderer/platform/services.ts'
import { boardsTexts } from '#shared/i18n/screens/boards.ts'
import styles from './post-form.module.css'

const EDITOR_HEIGHT_PX = 200
const TAB_SIZE = 2

interface PostFormProps {
  /** The initial text as HTML; read once. */
  initialHtml: string
  onChange: (html: string) => void
  /** Fields below the text. */
  children?: ReactNode
  saveText: string
  isSaving: boolean
  onSave: () => void
  onCancel: () => void
}

/** The text of a post with Cancel and Save. */
export function PostForm(props: PostFormProps) {
  const { initialHtml, onChange, children, saveText, isSaving, onSave, onCancel } = props
  const t = useTexts(boardsTexts)
  const isMuted = useMute() !== null
  return (
    // No form element: the editor's dialogs contain forms, which cannot be nested.
    <div className={styles.form} data-form="post">
      <RichEditor
        initialHtml={initialHtml}
        height={EDITOR_HEIGHT_PX}
        tabSize={TAB_SIZE}
        label={t('editor.label')}
        isReadOnly={isSaving}
        onChange={onChange}
      />
      {children}
      <div className={styles.actions}>
        <Button kind="plain" onClick={onCancel} disabled={isSaving}>
          {t('editor.cancel')}
        </Button>
        <Button
          kind="primary"
          data-shortcut="submit"
          onClick={onSave}
          disabled={isSaving || isMuted}
        >
          {isSaving ? t('editor.saving') : saveText}
        </Button>
      </div>
    </div>
  )
}
