import { useId } from 'react'
import { MODERATION_TEXT_MAX } from '#shared/rules/moderation-text.ts'
import styles from './form.module.css'

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
