import { useEffect, useId, useState } from 'react'
import { readLevel } from '#desktop/renderer/features/settings/model/level-price.ts'
import { useTexts } from '#desktop/renderer/platform/texts.ts'
import { desktopSettingsTexts } from '#shared/i18n/screens/desktop-settings.ts'
import styles from './desktop-settings.module.css'

interface LevelFieldProps {
  /** The price that is kept (decimal string), or null for none. */
  kept: string | null
  /** Keeps another; answers whether that was possible. */
  onSave: (price: string | null) => Promise<boolean>
}

/** The person's own price level, saved when the field is left or Enter is pressed. */
export function LevelField({ kept, onSave }: LevelFieldProps) {
  const t = useTexts(desktopSettingsTexts)
  const [id, noteId] = [useId(), useId()]
  const [typed, setTyped] = useState(kept ?? '')
  const [note, setNote] = useState<'hint' | 'malformed' | 'saved' | 'cleared'>('hint')
  useEffect(() => setTyped(kept ?? ''), [kept])

  const save = async () => {
    const level = readLevel(typed)
    if (!level.ok) return setNote('malformed')
    setTyped(level.price ?? '')
    if (level.price === kept) return setNote('hint')
    if (await onSave(level.price)) setNote(level.price === null ? 'cleared' : 'saved')
  }
  const isWrong = note === 'malformed'
  return (
    <div className={styles.level}>
      <label htmlFor={id}>{t('level.label')}</label>
      <input
        id={id}
        type="text"
        inputMode="decimal"
        autoComplete="off"
        maxLength={30}
        value={typed}
        aria-invalid={isWrong}
        aria-describedby={noteId}
        onChange={({ target }) => {
          setTyped(target.value)
          setNote('hint')
        }}
        onBlur={save}
        onKeyDown={({ key }) => {
          if (key === 'Enter') save()
        }}
      />
      <p id={noteId} className={isWrong ? styles.wrong : undefined} aria-live="polite">
        {note === 'saved' ? t('level.saved', { price: kept ?? '' }) : t(`level.${note}`)}
      </p>
    </div>
  )
}
