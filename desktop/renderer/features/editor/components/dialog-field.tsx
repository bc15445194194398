import { useId } from 'react'
import styles from './dialog-field.module.css'

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
