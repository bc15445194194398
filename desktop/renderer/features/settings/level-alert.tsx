import { useEffect, useId, useState } from 'react'
import { useStore } from 'zustand'
import type { DesktopFeatures } from '#desktop/renderer/platform/platform.ts'
import { useTexts } from '#desktop/renderer/platform/services.ts'
import { desktopSettingsTexts } from '#shared/i18n/screens/desktop-settings.ts'
import styles from './level-alert.module.css'
import { parseLevel } from './level-price.ts'
import { useSaveSettings } from './use-save-settings.ts'

/** Price level of the level alert; saved on blur and on Enter. */
export function LevelAlert({ desktop }: { desktop: DesktopFeatures }) {
  const saved = useStore(desktop.settings, ({ levelPrice }) => levelPrice)
  const saveSettings = useSaveSettings(desktop)
  const t = useTexts(desktopSettingsTexts)
  const [id, noteId] = [useId(), useId()]
  const [typed, setTyped] = useState(saved ?? '')
  const [note, setNote] = useState<'hint' | 'malformed' | 'saved' | 'cleared'>('hint')
  useEffect(() => setTyped(saved ?? ''), [saved])

  const save = async () => {
    const level = parseLevel(typed)
    if (!level.ok) return setNote('malformed')
    setTyped(level.price ?? '')
    if (level.price === saved) return setNote('hint')
    if (await saveSettings({ levelPrice: level.price }))
      setNote(level.price === null ? 'cleared' : 'saved')
  }
  const isInvalid = note === 'malformed'
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
        aria-invalid={isInvalid}
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
      <p id={noteId} className={isInvalid ? styles.invalid : undefined} aria-live="polite">
        {note === 'saved' ? t('level.saved', { price: saved ?? '' }) : t(`level.${note}`)}
      </p>
    </div>
  )
}
