import { useEffect, useId, useState } from 'react'
import { useStore } from 'zustand'
import type { DesktopFeatures } from '#desktop/renderer/platform/platform.ts'
import { useLanguage, useTexts } from '#desktop/renderer/platform/services.ts'
import { desktopSettingsTexts } from '#shared/i18n/screens/desktop-settings.ts'
import { DAY_MS } from '#shared/rules/time.ts'
import styles from './hidden-hours.module.css'
import { Checkbox } from './settings-controls.tsx'
import { useSaveSettings } from './use-save-settings.ts'

/** Monday first; 0 is Sunday. */
const WEEK = [1, 2, 3, 4, 5, 6, 0]
/** A Sunday. */
const SUNDAY = Date.UTC(2026, 10, 22)

/** The hours in which the mini ticker is hidden: a switch and, while it is on, times and weekdays. */
export function HiddenHours({ desktop }: { desktop: DesktopFeatures }) {
  const t = useTexts(desktopSettingsTexts)
  const { locale } = useLanguage()
  const hours = useStore(desktop.settings, (settings) => settings.miniHiddenHours)
  const save = useSaveSettings(desktop)
  const hintId = useId()
  const change = (part: Partial<typeof hours>) => save({ miniHiddenHours: { ...hours, ...part } })
  const { isOn, from, to, days } = hours
  const weekday = new Intl.DateTimeFormat(locale, { weekday: 'short', timeZone: 'UTC' })
  const note = days.length === 0 ? 'hours.noDay' : to <= from ? 'hours.nextDay' : null
  return (
    <>
      <Checkbox text={t('hours.on')} isOn={isOn} onChange={(next) => change({ isOn: next })} />
      {isOn && (
        <div className={styles.hours}>
          <div className={styles.times}>
            <Time text={t('hours.from')} value={from} onChange={(next) => change({ from: next })} />
            <Time text={t('hours.to')} value={to} onChange={(next) => change({ to: next })} />
          </div>
          <fieldset className={styles.days} aria-describedby={hintId}>
            <legend className="visually-hidden">{t('hours.days')}</legend>
            {WEEK.map((day) => (
              <Checkbox
                key={day}
                text={weekday.format(SUNDAY + day * DAY_MS)}
                isOn={days.includes(day)}
                onChange={(next) =>
                  change({ days: next ? [...days, day] : days.filter((other) => other !== day) })
                }
              />
            ))}
          </fieldset>
          <p id={hintId} role="status">
            {note && t(note)} {t('hours.hint')}
          </p>
        </div>
      )}
    </>
  )
}

interface TimeProps {
  text: string
  /** Such as `09:00`. */
  value: string
  onChange: (value: string) => void
}

/** A time of day. What is typed stays while it is incomplete; the last whole time counts. */
function Time({ text, value, onChange }: TimeProps) {
  const [typed, setTyped] = useState(value)
  useEffect(() => setTyped(value), [value])
  return (
    <label>
      {text}
      <input
        type="time"
        required
        value={typed}
        onChange={({ target }) => {
          setTyped(target.value)
          if (target.value !== '') onChange(target.value)
        }}
        onBlur={() => setTyped(value)}
      />
    </label>
  )
}
