import { type FormEvent, useId, useState } from 'react'
import { useStore } from 'zustand'
import {
  MAX_LEVEL_NOTE,
  MAX_LEVELS,
  type PriceLevel,
  type SoundChoice,
} from '#desktop/bridge/settings.ts'
import { Button } from '#desktop/renderer/components/button.tsx'
import { CLOSE_ICON, IconButton } from '#desktop/renderer/components/icon-button.tsx'
import type { DesktopFeatures } from '#desktop/renderer/platform/platform.ts'
import { useLanguage, useTexts } from '#desktop/renderer/platform/services.ts'
import { desktopSettingsTexts } from '#shared/i18n/screens/desktop-settings.ts'
import { isPrice } from '#shared/rules/decimal.ts'
import styles from './level-alert.module.css'
import { Checkbox } from './settings-controls.tsx'
import { SoundSelect } from './sound-select.tsx'
import { useSaveSettings } from './use-save-settings.ts'

/** At most 12 digits on either side of the point. */
const SHAPE = /^\d{1,12}(\.\d{1,12})?$/
const GROUPED = /^\d{1,3}(,\d{3})+(\.\d+)?$/

/** A parsed price level: a decimal string, or null for none. */
export type Level = { ok: true; price: string | null } | { ok: false }

/** Parses a typed level such as `65000`, `65,000.50` or ` 065000 `; empty is none. */
export function parseLevel(typed: string): Level {
  const text = typed.trim()
  if (text === '') return { ok: true, price: null }
  const plain = (GROUPED.test(text) ? text.replaceAll(',', '') : text).replace(/^0+(?=\d)/, '')
  return SHAPE.test(plain) && isPrice(plain) ? { ok: true, price: plain } : { ok: false }
}

type Message = { key: 'hint' | 'malformed' | 'cleared' | 'full' } | { key: 'saved'; price: string }

/** The price levels of the level alert, and a form for another one. */
export function LevelAlert({ desktop }: { desktop: DesktopFeatures }) {
  const levels = useStore(desktop.settings, (settings) => settings.levels)
  const volume = useStore(desktop.settings, (settings) => settings.soundVolume)
  const save = useSaveSettings(desktop)
  const t = useTexts(desktopSettingsTexts)
  const [message, setMessage] = useState<Message>({ key: 'hint' })
  const noteId = useId()

  const add = async (level: PriceLevel): Promise<boolean> => {
    const others = levels.filter(({ price }) => price !== level.price)
    if (others.length >= MAX_LEVELS) {
      setMessage({ key: 'full' })
      return false
    }
    const isSaved = await save({ levels: [...others, level] })
    if (isSaved) setMessage({ key: 'saved', price: level.price })
    return isSaved
  }
  const remove = async (level: PriceLevel) => {
    const isSaved = await save({ levels: levels.filter((other) => other !== level) })
    if (isSaved) setMessage({ key: 'cleared' })
  }
  return (
    <div className={styles.levels}>
      {levels.length > 0 && (
        <ul className={styles.list}>
          {levels.map((level) => (
            <Level key={level.price} level={level} onRemove={() => remove(level)} />
          ))}
        </ul>
      )}
      <LevelForm
        noteId={noteId}
        volume={volume}
        isInvalid={message.key === 'malformed'}
        onAdd={add}
        onMalformed={() => setMessage({ key: 'malformed' })}
        onType={() => setMessage({ key: 'hint' })}
      />
      <p
        id={noteId}
        className={message.key === 'malformed' ? styles.invalid : undefined}
        role="status"
      >
        {message.key === 'saved'
          ? t('level.saved', { price: message.price })
          : t(`level.${message.key}`)}
      </p>
    </div>
  )
}

function Level({ level, onRemove }: { level: PriceLevel; onRemove: () => void }) {
  const { format } = useLanguage()
  const t = useTexts(desktopSettingsTexts)
  const price = format.price(level.price, 2)
  const facts = [
    ...(level.isOnce ? [t('level.once')] : []),
    ...(level.sound === 'default' ? [] : [t(`sound.${level.sound}`)]),
  ]
  return (
    <li>
      <b>{price}</b>
      <span className={styles.about}>
        <bdi>{level.note}</bdi> <small>{facts.join(' · ')}</small>
      </span>
      <IconButton name={t('level.remove', { price })} path={CLOSE_ICON} onClick={onRemove} />
    </li>
  )
}

interface LevelFormProps {
  /** Id of the message. */
  noteId: string
  /** Percent. */
  volume: number
  isInvalid: boolean
  /** Returns whether the level was saved. */
  onAdd: (level: PriceLevel) => Promise<boolean>
  onMalformed: () => void
  onType: () => void
}

function LevelForm(props: LevelFormProps) {
  const { noteId, volume, isInvalid, onAdd, onMalformed, onType } = props
  const t = useTexts(desktopSettingsTexts)
  const [typed, setTyped] = useState('')
  const [note, setNote] = useState('')
  const [isOnce, setOnce] = useState(false)
  const [sound, setSound] = useState<SoundChoice>('default')
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const level = parseLevel(typed)
    if (!level.ok || level.price === null) return onMalformed()
    if (!(await onAdd({ price: level.price, note: note.trim(), isOnce, sound }))) return
    setTyped('')
    setNote('')
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
          aria-describedby={noteId}
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
      <div className={styles.sound}>
        <SoundSelect
          label={t('level.sound')}
          value={sound}
          defaultText={t('level.soundDefault')}
          volume={volume}
          onChange={setSound}
        />
      </div>
      <div className={styles.options}>
        <Checkbox text={t('level.once')} isOn={isOnce} onChange={setOnce} />
        <Button kind="plain" type="submit">
          {t('level.add')}
        </Button>
      </div>
    </form>
  )
}
