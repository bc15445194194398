import { type ReactNode, useId } from 'react'
import { Button } from '#desktop/renderer/components/button.tsx'
import { Dialog } from '#desktop/renderer/components/dialog.tsx'
import { useTexts } from '#desktop/renderer/platform/texts.ts'
import { editorTexts } from '#shared/i18n/screens/editor.ts'
import styles from './form-dialog.module.css'

interface FormDialogProps {
  title: string
  submitText: string
  /** False while a required field is empty. */
  canSubmit: boolean
  /** Why the last try was refused. */
  refusal?: string | undefined
  onSubmit: () => void
  onClose: () => void
  children: ReactNode
}

/** A dialog with a few fields; Enter in a field is the same as the button. */
export function FormDialog(props: FormDialogProps) {
  const { title, submitText, canSubmit, refusal, onSubmit, onClose, children } = props
  const t = useTexts(editorTexts)
  const titleId = useId()
  return (
    <Dialog labelledBy={titleId} onClose={onClose}>
      <form
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          // The dialog stands inside the form of the page as far as React is concerned.
          event.stopPropagation()
          if (canSubmit) onSubmit()
        }}
      >
        <h2 id={titleId} className={styles.title}>
          {title}
        </h2>
        {children}
        <p className={styles.refusal} role="alert">
          {refusal}
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
  hasFocus?: boolean
  onChange: (value: string) => void
}

/** A line of text with its label. */
export function Field({ label, value, hint, inputMode = 'text', hasFocus, onChange }: FieldProps) {
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
        // The dialog looks for this attribute when it opens.
        ref={(input) => {
          if (hasFocus) input?.setAttribute('autofocus', '')
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
