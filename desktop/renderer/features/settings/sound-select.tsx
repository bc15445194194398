import { SOUND_CHOICES, type SoundChoice } from '#desktop/bridge/settings.ts'
import { IconButton } from '#desktop/renderer/components/icon-button.tsx'
import { Select } from '#desktop/renderer/components/select.tsx'
import { showFailure } from '#desktop/renderer/components/toast.ts'
import { playSound } from '#desktop/renderer/platform/play-sound.ts'
import { useTexts } from '#desktop/renderer/platform/services.ts'
import { desktopSettingsTexts } from '#shared/i18n/screens/desktop-settings.ts'
import styles from './sound-settings.module.css'

const PLAY_ICON = 'M5 3.5v9L12.5 8z'

interface SoundSelectProps {
  label: string
  value: SoundChoice
  /** Text of the choice `default`. */
  defaultText: string
  /** Percent. */
  volume: number
  onChange: (value: SoundChoice) => void
}

/** The choice of a sound, with a button that plays it. The page cannot play the system's. */
export function SoundSelect({ label, value, defaultText, volume, onChange }: SoundSelectProps) {
  const t = useTexts(desktopSettingsTexts)
  const textOf = (choice: SoundChoice) =>
    choice === 'default' ? defaultText : t(`sound.${choice}`)
  const play = () => {
    if (value === 'default' || value === 'silent') return
    playSound(value, volume).catch(() => showFailure('soundToast', t('sound.failed')))
  }
  return (
    <div className={styles.choice}>
      <span aria-hidden="true">{label}</span>
      <Select
        label={label}
        value={value}
        options={SOUND_CHOICES.map((choice) => ({ value: choice, text: textOf(choice) }))}
        onChange={onChange}
      />
      {value !== 'default' && value !== 'silent' && (
        <IconButton
          name={t('sound.play', { sound: textOf(value), alert: label })}
          path={PLAY_ICON}
          onClick={play}
        />
      )}
    </div>
  )
}
