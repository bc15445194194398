import { type ReactNode, useId } from 'react'
import { useTexts } from '#desktop/renderer/platform/services.ts'
import { formDialogTexts } from '#shared/i18n/screens/form-dialog.ts'
import { Button } from './button.tsx'
import { confirm } from './confirm.ts'
import { Dialog } from './dialog.tsx'
import styles from './form-dialog.module.css'

interface FormDialogProps {
  title: string
  submitText: string
  cancelText: string
  /** False while a required field is empty. */
  canSubmit: boolean
  /** While true nothing is submitted, and the button keeps the focus. */
  isSending?: boolean
  /** Whether a written text would be lost: then Escape opens a question, and a click outside does nothing. */
  hasText?: boolean
  /** Why the last input was rejected. */
  error?: string | null | undefined
  onSubmit: () => void
  onClose: () => void
  children: ReactNode
}

/** A dialog with a form. */
export function FormDialog(props: FormDialogProps) {
  const { title, submitText, cancelText, canSubmit, isSending = false, error } = props
  const { hasText = false, onSubmit, onClose, children } = props
  const t = useTexts(formDialogTexts)
  const titleId = useId()
  const discard = async () => {
    const options = { text: t('discard.text'), yes: t('discard.yes'), no: t('discard.no') }
    if (await confirm(options)) onClose()
  }
  return (
    <Dialog
      labelledBy={titleId}
      onClose={onClose}
      onEscape={hasText ? discard : null}
      ignoresOutside={hasText}
    >
      <form
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          // React would bubble the event to a form around the editor.
          event.stopPropagation()
          if (canSubmit && !isSending) onSubmit()
        }}
      >
        <h2 id={titleId} className={styles.title}>
          {title}
        </h2>
        {children}
        <div className={styles.footer}>
          <p className={styles.error} role="alert">
            {error}
          </p>
          <div className={styles.buttons}>
            <Button kind="plain" onClick={onClose} disabled={isSending}>
              {cancelText}
            </Button>
            <Button
              kind="primary"
              type="submit"
              disabled={!canSubmit}
              aria-disabled={isSending || undefined}
            >
              {submitText}
            </Button>
          </div>
        </div>
      </form>
    </Dialog>
  )
}
