import { useId, useRef, useState } from 'react'
import { CLOSE_ICON, IconButton } from '#desktop/renderer/components/icon-button.tsx'
import { useLanguage, useTexts } from '#desktop/renderer/platform/services.ts'
import { desktopSettingsTexts } from '#shared/i18n/screens/desktop-settings.ts'
import { levelTexts } from '#shared/i18n/screens/levels.ts'
import { type Level, LevelForm } from './level-form.tsx'
import styles from './levels.module.css'

/** Reason for which a change was refused, empty when it was shown; null once the change is made. */
export type Refusal = string | null

interface LevelsProps<Item extends Level> {
  levels: readonly Item[]
  /** Sounds and their volume in percent; null where none can be played. */
  sounds: { volume: number } | null
  /** Whether a new level notifies once unless its user chooses otherwise. */
  isOnceAtFirst: boolean
  onAdd: (level: Level) => Promise<Refusal>
  onRemove: (level: Item) => Promise<Refusal>
}

type Message = { text: string; isRefusal: boolean }

/** Price levels, highest first, and a form for another one. */
export function Levels<Item extends Level>(props: LevelsProps<Item>) {
  const { levels, sounds, isOnceAtFirst, onAdd, onRemove } = props
  const t = useTexts(levelTexts)
  const { format } = useLanguage()
  const hint: Message = { text: t('level.hint'), isRefusal: false }
  const [message, setMessage] = useState(hint)
  const messageId = useId()
  const refuse = (text: string) => setMessage({ text, isRefusal: true })
  const tell = (text: string) => setMessage({ text, isRefusal: false })

  const add = async (level: Level): Promise<boolean> => {
    const refusal = await onAdd(level)
    if (refusal === null) tell(t('level.saved', { price: format.price(level.price, 2) }))
    else if (refusal !== '') refuse(refusal)
    return refusal === null
  }
  const root = useRef<HTMLDivElement>(null)
  const remove = async (level: Item, row: Element | null) => {
    // The button goes with its row: the focus moves to the next one, or to the form.
    const near = row?.nextElementSibling ?? row?.previousElementSibling
    const target = near?.querySelector('button') ?? root.current?.querySelector('input')
    target?.focus()
    const refusal = await onRemove(level)
    if (refusal === null) tell(t('level.cleared'))
    else if (refusal !== '') refuse(refusal)
  }
  return (
    <div ref={root} className={styles.levels}>
      {levels.length > 0 && (
        <ul className={styles.list} aria-label={t('level.list')}>
          {levels.map((level) => (
            <Row
              key={level.price}
              level={level}
              hasSound={sounds !== null}
              onRemove={(row) => remove(level, row)}
            />
          ))}
        </ul>
      )}
      <LevelForm
        messageId={messageId}
        sounds={sounds}
        isOnceAtFirst={isOnceAtFirst}
        isInvalid={message.isRefusal}
        onAdd={add}
        onMalformed={() => refuse(t('level.malformed'))}
        onType={() => setMessage(hint)}
      />
      <p id={messageId} className={message.isRefusal ? styles.invalid : undefined} role="status">
        {message.text}
      </p>
    </div>
  )
}

interface RowProps {
  level: Level
  hasSound: boolean
  onRemove: (row: Element | null) => void
}

function Row({ level, hasSound, onRemove }: RowProps) {
  const { format } = useLanguage()
  const t = useTexts(levelTexts)
  const row = useRef<HTMLLIElement>(null)
  const soundText = useTexts(desktopSettingsTexts)
  const price = format.price(level.price, 2)
  const facts = [
    ...(level.isOnce ? [t('level.once')] : []),
    ...(level.expires ? [t('level.until', { date: format.day(Date.parse(level.expires)) })] : []),
    ...(hasSound && level.sound !== 'default' ? [soundText(`sound.${level.sound}`)] : []),
  ]
  return (
    <li ref={row}>
      <b>{price}</b>
      <span className={styles.about}>
        <bdi>{level.note}</bdi> <small>{facts.join(' · ')}</small>
      </span>
      <IconButton
        name={t('level.remove', { price })}
        path={CLOSE_ICON}
        onClick={() => onRemove(row.current)}
      />
    </li>
  )
}
