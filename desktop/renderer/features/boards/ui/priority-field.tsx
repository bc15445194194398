import { useId } from 'react'
import { useTexts } from '#desktop/renderer/platform/texts.ts'
import { boardsTexts } from '#shared/i18n/screens/boards.ts'
import { parsePriority } from '#shared/rules/priority.ts'
import styles from './priority-field.module.css'

interface PriorityFieldProps {
  /** What has been typed. */
  value: string
  onChange: (typed: string) => void
}

/** The priority of a notice, and what it does. */
export function PriorityField({ value, onChange }: PriorityFieldProps) {
  const t = useTexts(boardsTexts)
  const [inputId, hintId] = [useId(), useId()]
  const isWrong = parsePriority(value) === null
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
        aria-invalid={isWrong}
        onChange={({ target }) => onChange(target.value)}
      />
      <span id={hintId} className={isWrong ? styles.wrong : styles.hint}>
        {t(isWrong ? 'priority.invalid' : 'priority.hint')}
      </span>
    </div>
  )
}
