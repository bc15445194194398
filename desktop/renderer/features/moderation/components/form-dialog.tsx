import { type ReactNode, useId } from 'react'
import { Button } from '#desktop/renderer/components/button.tsx'
import { Dialog } from '#desktop/renderer/components/dialog.tsx'
import { useTexts } from '#desktop/renderer/platform/services.ts'
import { moderationTexts } from '#shared/i18n/screens/moderation.ts'
import { MODERATION_TEXT_MAX } from '#shared/rules/moderation-text.ts'
import styles from './form.module.css'

interface FormDialogProps {
  title: string
  submitText: string
  canSubmit: boolean
  /** A pending button keeps the focus. */
  isSending: boolean
  /** Why sending failed. */
  error: string | null
  onSubmit: () => void
  onClose: () => void
  children: ReactNode
}

/** A dialog with a form, used for reports and appeals. */
export function FormDialog(props: FormDialogProps) {
  const { title, submitText, canSubmit, isSending, error, onSubmit, onClose, children } = props
  const t = useTexts(moderationTexts)
  const titleId = useId()
  return (
    <Dialog labelledBy={titleId} onClose={onClose}>
      <form
        className={styles.dialog}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (canSubmit && !isSending) onSubmit()
        }}
      >
        <h2 id={titleId}>{title}</h2>
        {children}
        <p className={styles.error} role="alert">
          {error}
        </p>
        <div className={styles.buttons}>
          <Button kind="plain" onClick={onClose}>
            {t('report.cancel')}
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
      </form>
    </Dialog>
  )
}

interface TextFieldProps {
  label: string
  value: string
  hint?: string
  rows?: number
  isInitialFocus?: boolean
  onChange: (value: string) => void
}

/** A labeled text area of at most the length that the server takes. */
export function TextField(props: TextFieldProps) {
  const { label, value, hint, rows = 3, isInitialFocus, onChange } = props
  const id = useId()
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      <textarea
        id={id}
        rows={rows}
        value={value}
        maxLength={MODERATION_TEXT_MAX}
        aria-describedby={hint ? `${id}-hint` : undefined}
        // The dialog focuses the element with this attribute when it opens.
        ref={(area) => {
          if (isInitialFocus) area?.setAttribute('autofocus', '')
        }}
        onChange={({ target }) => onChange(target.value)}
      />
      {hint && (
        <p id={`${id}-hint`} className={styles.hint}>
          {hint}
        </p>
      )}
    </div>
  )
}
