import { useId } from 'react'
import { useStore } from 'zustand'
import type { DesktopFeatures } from '#desktop/renderer/platform/platform.ts'
import { useTexts } from '#desktop/renderer/platform/services.ts'
import { desktopSettingsTexts } from '#shared/i18n/screens/desktop-settings.ts'
import styles from './desktop-settings.module.css'
import { Checkbox } from './settings-controls.tsx'
import panel from './settings-panel.module.css'
import { SoundSelect } from './sound-select.tsx'
import { useSaveSettings } from './use-save-settings.ts'

const KINDS = ['band', 'level', 'settled', 'closing', 'opened'] as const

/** How do-not-disturb is followed on a system. */
function hintOf(system: string) {
  if (system === 'darwin') return 'sound.hintMac'
  return system === 'win32' ? 'sound.hintWindows' : 'sound.hintLinux'
}

/** Sounds of the kinds of alerts, their volume and repetition. */
export function SoundSettings({ desktop }: { desktop: DesktopFeatures }) {
  const t = useTexts(desktopSettingsTexts)
  const { sounds, soundVolume, isSoundRepeated } = useStore(desktop.settings)
  const save = useSaveSettings(desktop)
  const volumeId = useId()
  return (
    <fieldset className={panel.group}>
      <legend>{t('sound.heading')}</legend>
      {KINDS.map((kind) => (
        <SoundSelect
          key={kind}
          label={t(`sound.of.${kind}`)}
          value={sounds[kind]}
          defaultText={t('sound.default')}
          volume={soundVolume}
          onChange={(sound) => save({ sounds: { ...sounds, [kind]: sound } })}
        />
      ))}
      {desktop.system !== 'darwin' && (
        <div className={styles.slider}>
          <label htmlFor={volumeId}>{t('sound.volume')}</label>
          <input
            id={volumeId}
            type="range"
            min={0}
            max={100}
            step={5}
            value={soundVolume}
            aria-valuetext={`${soundVolume}%`}
            onChange={({ target }) => save({ soundVolume: target.valueAsNumber })}
          />
          <output htmlFor={volumeId}>{soundVolume}%</output>
        </div>
      )}
      <Checkbox
        text={t('sound.repeat')}
        isOn={isSoundRepeated}
        onChange={(isOn) => save({ isSoundRepeated: isOn })}
      />
      <p>{t(hintOf(desktop.system))}</p>
    </fieldset>
  )
}
