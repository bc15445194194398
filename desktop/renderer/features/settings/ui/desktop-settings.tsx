import { useStore } from 'zustand'
import { ALERTS } from '#desktop/bridge/settings.ts'
import { useSaveSetting } from '#desktop/renderer/features/settings/model/use-save-setting.ts'
import type { DesktopParts } from '#desktop/renderer/platform/desktop-parts.ts'
import { useTexts } from '#desktop/renderer/platform/texts.ts'
import { desktopSettingsTexts } from '#shared/i18n/screens/desktop-settings.ts'
import styles from './desktop-settings.module.css'
import { LevelField } from './level-field.tsx'
import panel from './settings-panel.module.css'
import { Switch } from './switch.tsx'
import { Update } from './update.tsx'

/** What a person may choose about the desktop app. */
export default function DesktopSettings({ desktop }: { desktop: DesktopParts }) {
  const t = useTexts(desktopSettingsTexts)
  const settings = useStore(desktop.settings)
  const save = useSaveSetting(desktop)
  const { alerts, isMuted, startAtLogin, isMiniOpen } = settings
  return (
    <>
      <fieldset className={panel.group}>
        <legend>{t('desktop.alerts')}</legend>
        <div className={styles.switches}>
          {ALERTS.map((kind) => (
            <Switch
              key={kind}
              text={t(`alert.${kind}`)}
              isOn={alerts[kind]}
              onTurn={(isOn) => save({ alerts: { ...alerts, [kind]: isOn } })}
            />
          ))}
          <LevelField kept={settings.levelPrice} onSave={(levelPrice) => save({ levelPrice })} />
          <Switch
            text={t('desktop.muted')}
            isOn={isMuted}
            onTurn={(isOn) => save({ isMuted: isOn })}
          />
        </div>
      </fieldset>
      <fieldset className={panel.group}>
        <legend>{t('desktop.app')}</legend>
        <div className={styles.switches}>
          <Switch
            text={t('desktop.startAtLogin')}
            isOn={startAtLogin}
            onTurn={(isOn) => save({ startAtLogin: isOn })}
          />
          <Switch
            text={t('desktop.mini')}
            isOn={isMiniOpen}
            onTurn={(isOn) => save({ isMiniOpen: isOn })}
          />
          <Update desktop={desktop} />
        </div>
      </fieldset>
    </>
  )
}
