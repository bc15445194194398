import { useId } from 'react'
import { useStore } from 'zustand'
import { MINI_SIZES } from '#desktop/bridge/settings.ts'
import type { DesktopFeatures } from '#desktop/renderer/platform/platform.ts'
import { useTexts } from '#desktop/renderer/platform/services.ts'
import { desktopSettingsTexts } from '#shared/i18n/screens/desktop-settings.ts'
import styles from './desktop-settings.module.css'
import { HiddenHours } from './hidden-hours.tsx'
import { Checkbox, RadioGroup } from './settings-controls.tsx'
import { SettingsSection } from './settings-section.tsx'
import { useSaveSettings } from './use-save-settings.ts'

/** Settings of the mini ticker. */
export function MiniSettings({ desktop }: { desktop: DesktopFeatures }) {
  const t = useTexts(desktopSettingsTexts)
  const { isMiniOpen, miniSize, miniOpacity, isMiniLocked, isMiniClickThrough } = useStore(
    desktop.settings,
  )
  const save = useSaveSettings(desktop)
  const opacityId = useId()
  return (
    <SettingsSection section="mini" desktop={desktop}>
      <div className={styles.switches}>
        <Checkbox
          text={t('desktop.mini')}
          isOn={isMiniOpen}
          onChange={(isOn) => save({ isMiniOpen: isOn })}
        />
        <Checkbox
          text={t('mini.locked')}
          isOn={isMiniLocked}
          onChange={(isOn) => save({ isMiniLocked: isOn })}
        />
        <Checkbox
          text={t('mini.clickThrough')}
          isOn={isMiniClickThrough}
          onChange={(isOn) => save({ isMiniClickThrough: isOn })}
        />
        {desktop.system !== 'linux' && (
          <div className={styles.slider}>
            <label htmlFor={opacityId}>{t('mini.opacity')}</label>
            <input
              id={opacityId}
              type="range"
              min={40}
              max={100}
              step={5}
              value={miniOpacity}
              aria-valuetext={`${miniOpacity}%`}
              onChange={({ target }) => save({ miniOpacity: target.valueAsNumber })}
            />
            <output htmlFor={opacityId}>{miniOpacity}%</output>
          </div>
        )}
        <HiddenHours desktop={desktop} />
        {desktop.isWayland && <p>{t('desktop.miniWayland')}</p>}
      </div>
      <RadioGroup
        legend={t('mini.size')}
        columns={3}
        value={miniSize}
        options={MINI_SIZES.map((value) => ({ value, text: t(`mini.${value}`) }))}
        onChange={(value) => save({ miniSize: value })}
      />
    </SettingsSection>
  )
}
