import { type FormEvent, useState } from 'react'
import { Button } from '#desktop/renderer/components/button.tsx'
import { withoutGroups } from '#desktop/renderer/features/levels/parse-level.ts'
import { useLanguage, useTexts } from '#desktop/renderer/platform/services.ts'
import { notificationTexts } from '#shared/i18n/screens/notifications.ts'
import { WORTH_MAX, WORTH_MIN } from '#shared/rules/worth-alert.ts'
import styles from './kinds-table.module.css'

/** Typed points, also in the form in which they are shown, such as `+1,500`; NaN if it is not a number. */
function parsePoints(typed: string): number {
  const text = typed.trim().replace('−', '-')
  return text === '' ? Number.NaN : Number(withoutGroups(text))
}

interface WorthMarkProps {
  /** In points; null while the alert is off. */
  worth: number | null
  onSave: (worth: number) => void
}

/** The points at which the user is alerted; saved with Enter, its button, or on leaving the field. */
export function WorthMark({ worth, onSave }: WorthMarkProps) {
  const t = useTexts(notificationTexts)
  const { format } = useLanguage()
  // The typed text stays until it is saved or refused.
  const [typed, setTyped] = useState<string | null>(null)
  if (worth === null) return null
  const value = typed === null ? worth : parsePoints(typed)
  const isValid = Number.isInteger(value) && value >= WORTH_MIN && value <= WORTH_MAX
  const save = () => {
    if (typed === null || !isValid) return
    if (value !== worth) onSave(value)
    setTyped(null)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save()
  }
  return (
    <form className={styles.mark} onSubmit={submit}>
      <input
        type="text"
        inputMode="numeric"
        autoComplete="off"
        maxLength={6}
        aria-label={t('worth.mark')}
        aria-invalid={!isValid || undefined}
        value={typed ?? format.signed(worth)}
        onChange={({ target }) => setTyped(target.value)}
        onBlur={save}
      />
      <span>{t('worth.unit')}</span>
      {typed !== null && (
        <Button kind="plain" type="submit" aria-disabled={!isValid || undefined}>
          {t('worth.save')}
        </Button>
      )}
      {!isValid && (
        <small role="status">
          {t('worth.range', { min: format.signed(WORTH_MIN), max: format.signed(WORTH_MAX) })}
        </small>
      )}
    </form>
  )
}
