import { type FormEvent, useState } from 'react'
import { MAX_LEVEL_NOTE, type SoundChoice } from '#desktop/bridge/settings.ts'
import { Button } from '#desktop/renderer/components/button.tsx'
import { Checkbox } from '#desktop/renderer/features/settings/settings-controls.tsx'
import { SoundSelect } from '#desktop/renderer/features/settings/sound-select.tsx'
import { useTexts } from '#desktop/renderer/platform/services.ts'
import { levelTexts } from '#shared/i18n/screens/levels.ts'
import styles from './levels.module.css'
import { parseLevel } from './parse-level.ts'

/** A price level as it is listed, of the account or of this computer. */
export interface Level {
  price: string
  note: string
  isOnce: boolean
  sound: SoundChoice
  /** When it ends (ISO 8601); absent for one of this computer, which stays. */
  expires?: string
}

interface LevelFormProps {
  /** Id of the message below the form. */
  messageId: string
  sounds: { volume: number } | null
  isOnceAtFirst: boolean
  isInvalid: boolean
  /** Returns whether the level was saved; what was typed stays otherwise. */
  onAdd: (level: Level) => Promise<boolean>
  onMalformed: () => void
  onType: () => void
}

/** A form for a price level: price, note, sound, and whether it notifies once. */
export function LevelForm(props: LevelFormProps) {
  const { messageId, sounds, isOnceAtFirst, isInvalid, onAdd, onMalformed, onType } = props
  const t = useTexts(levelTexts)
  const [typed, setTyped] = useState('')
  const [note, setNote] = useState('')
  const [isOnce, setOnce] = useState(isOnceAtFirst)
  const [sound, setSound] = useState<SoundChoice>('default')
  const [isBusy, setBusy] = useState(false)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isBusy) return
    const level = parseLevel(typed)
    if (!level.ok || level.price === null) return onMalformed()
    setBusy(true)
    const isSaved = await onAdd({ price: level.price, note: note.trim(), isOnce, sound })
    setBusy(false)
    if (!isSaved) return
    // Text typed meanwhile stays.
    setTyped((present) => (present === typed ? '' : present))
    setNote((present) => (present === note ? '' : present))
  }
  return (
    <form className={styles.form} onSubmit={submit}>
      <label>
        {t('level.label')}
        <input
          type="text"
          inputMode="decimal"
          autoComplete="off"
          maxLength={30}
          value={typed}
          aria-invalid={isInvalid}
          aria-describedby={messageId}
          onChange={({ target }) => {
            setTyped(target.value)
            onType()
          }}
        />
      </label>
      <label>
        {t('level.note')}
        <input
          type="text"
          autoComplete="off"
          maxLength={MAX_LEVEL_NOTE}
          value={note}
          onChange={({ target }) => setNote(target.value)}
        />
      </label>
      {sounds && (
        <div className={styles.sound}>
          <SoundSelect
            label={t('level.sound')}
            value={sound}
            defaultText={t('level.soundDefault')}
            volume={sounds.volume}
            onChange={setSound}
          />
        </div>
      )}
      <div className={styles.options}>
        <Checkbox text={t('level.once')} isOn={isOnce} onChange={setOnce} />
        <Button kind="plain" type="submit" aria-disabled={isBusy || undefined}>
          {t('level.add')}
        </Button>
      </div>
    </form>
  )
}
