import { type ReactNode, useId } from 'react'
import { Button } from '#desktop/renderer/components/button.tsx'
import { Dialog } from '#desktop/renderer/components/dialog.tsx'
import { useTexts } from '#desktop/renderer/platform/services.ts'
import { editorTexts } from '#shared/i18n/screens/editor.ts'
import styles from './form-dialog.module.css'

interface FormDialogProps {
  title: string
  submitText: string
  /** False while a required field is empty. */
  canSubmit: boolean
  /** Why the last input was rejected. */
  error?: string | undefined
  onSubmit: () => void
  onClose: () => void
  children: ReactNode
}

/** A dialog with a form. */
export function FormDialog(props: FormDialogProps) {
  const { title, submitText, canSubmit, error, onSubmit, onClose, children } = props
  const t = useTexts(editorTexts)
  const titleId = useId()
  return (
    <Dialog labelledBy={titleId} onClose={onClose}>
      <form
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          // React would bubble the event to a form around the editor.
          event.stopPropagation()
          if (canSubmit) onSubmit()
        }}
      >
        <h2 id={titleId} className={styles.title}>
          {title}
        </h2>
        {children}
        <p className={styles.error} role="alert">
          {error}
        </p>
        <div className={styles.buttons}>
          <Button kind="plain" onClick={onClose}>
            {t('dialog.cancel')}
          </Button>
          <Button kind="primary" type="submit" disabled={!canSubmit}>
            {submitText}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

interface FieldProps {
  label: string
  value: string
  hint?: string
  inputMode?: 'text' | 'url'
  isInitialFocus?: boolean
  onChange: (value: string) => void
}

/** A labeled text input. */
export function Field({
  label,
  value,
  hint,
  inputMode = 'text',
  isInitialFocus,
  onChange,
}: FieldProps) {
  const id = useId()
  const hintId = useId()
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        className={styles.input}
        value={value}
        inputMode={inputMode}
        autoComplete="off"
        spellCheck={inputMode === 'text'}
        aria-describedby={hint ? hintId : undefined}
        // The dialog focuses the element with this attribute when it opens.
        ref={(input) => {
          if (isInitialFocus) input?.setAttribute('autofocus', '')
        }}
        onChange={({ target }) => onChange(target.value)}
      />
      {hint && (
        <p id={hintId} className={styles.hint}>
          {hint}
        </p>
      )}
    </div>
  )
}
