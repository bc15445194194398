import { Link } from 'react-router-dom'
import { useStore } from 'zustand'
import { TRAY_TEXTS } from '#desktop/bridge/settings.ts'
import { PRICE_ALERTS } from '#desktop/bridge/shapes.ts'
import { Button } from '#desktop/renderer/components/button.tsx'
import { showFailure } from '#desktop/renderer/components/toast.ts'
import { PriceLevels } from '#desktop/renderer/features/levels/price-levels.tsx'
import type { DesktopFeatures } from '#desktop/renderer/platform/platform.ts'
import { useTexts } from '#desktop/renderer/platform/services.ts'
import { desktopSettingsTexts } from '#shared/i18n/screens/desktop-settings.ts'
import { PATHS } from '#shared/rules/paths.ts'
import styles from './desktop-settings.module.css'
import { GlobalShortcuts } from './global-shortcut.tsx'
import { MiniSettings } from './mini-settings.tsx'
import { Checkbox, RadioGroup } from './settings-controls.tsx'
import { SettingsSection } from './settings-section.tsx'
import { SoundSettings } from './sound-settings.tsx'
import { useSaveSettings } from './use-save-settings.ts'

const SCREENS = ['home', 'desk'] as const

interface DesktopSettingsProps {
  desktop: DesktopFeatures
  /** Closes the dialog. */
  onClose: () => void
}

/** Settings of the desktop app. */
export default function DesktopSettings({ desktop, onClose }: DesktopSettingsProps) {
  const t = useTexts(desktopSettingsTexts)
  const settings = useStore(desktop.settings)
  const save = useSaveSettings(desktop)
  const { alerts, isMuted, startAtLogin } = settings
  return (
    <>
      <SettingsSection section="alerts" desktop={desktop}>
        <div className={styles.switches}>
          <Link to={PATHS.alerts} onClick={onClose}>
            {t('desktop.accountAlerts')}
          </Link>
          {PRICE_ALERTS.map((kind) => (
            <Checkbox
              key={kind}
              text={t(`alert.${kind}`)}
              isOn={alerts[kind]}
              onChange={(isOn) => save({ alerts: { ...alerts, [kind]: isOn } })}
            />
          ))}
          <div className={styles.level}>
            <PriceLevels />
          </div>
          <Checkbox
            text={t('desktop.quietHours')}
            isOn={settings.hasQuietHours}
            onChange={(isOn) => save({ hasQuietHours: isOn })}
          />
          <Checkbox
            text={t('desktop.muted')}
            isOn={isMuted}
            onChange={(isOn) => save({ isMuted: isOn })}
          />
        </div>
        <SoundSettings desktop={desktop} />
      </SettingsSection>
      <MiniSettings desktop={desktop} />
      <SettingsSection section="app" desktop={desktop}>
        <div className={styles.switches}>
          <Checkbox
            text={t('desktop.startAtLogin')}
            isOn={startAtLogin}
            onChange={(isOn) => save({ startAtLogin: isOn })}
          />
          {!desktop.isWayland && (
            <Checkbox
              text={t('desktop.pin')}
              isOn={settings.isMainPinned}
              onChange={(isOn) => save({ isMainPinned: isOn })}
            />
          )}
          <Checkbox
            text={t('desktop.badge')}
            isOn={settings.hasCallBadge}
            onChange={(isOn) => save({ hasCallBadge: isOn })}
          />
          <Checkbox
            text={t('desktop.gpu')}
            isOn={settings.hasHardwareAcceleration}
            onChange={(isOn) => save({ hasHardwareAcceleration: isOn })}
          />
          {desktop.system === 'darwin' ? (
            <Checkbox
              text={t('desktop.dockIcon')}
              isOn={settings.hasDockIcon}
              onChange={(isOn) => save({ hasDockIcon: isOn })}
            />
          ) : (
            <Checkbox
              text={t('desktop.trayDigits')}
              isOn={settings.hasTrayDigits}
              onChange={(isOn) => save({ hasTrayDigits: isOn })}
            />
          )}
          <UpdateStatus desktop={desktop} />
        </div>
        <GlobalShortcuts desktop={desktop} />
        <RadioGroup
          legend={t('desktop.startScreen')}
          columns={2}
          value={settings.startScreen}
          options={SCREENS.map((value) => ({ value, text: t(`start.${value}`) }))}
          onChange={(startScreen) => save({ startScreen })}
        />
        {desktop.system === 'darwin' && (
          <RadioGroup
            legend={t('trayText.legend')}
            columns={2}
            value={settings.trayText}
            options={TRAY_TEXTS.map((value) => ({ value, text: t(`trayText.${value}`) }))}
            onChange={(trayText) => save({ trayText })}
          />
        )}
      </SettingsSection>
    </>
  )
}

/** The installed version, and an update that is ready. */
function UpdateStatus({ desktop }: { desktop: DesktopFeatures }) {
  const t = useTexts(desktopSettingsTexts)
  const ready = useStore(desktop.update)
  const install = () => {
    desktop.installUpdate().catch(() => showFailure('updateToast', t('desktop.notInstalled')))
  }
  return (
    <div className={styles.version}>
      <p>{t('desktop.version', { version: desktop.version })}</p>
      {ready && (
        <>
          <p>{t('desktop.ready', { version: ready })}</p>
          <Button kind="plain" onClick={install}>
            {t('desktop.install')}
          </Button>
        </>
      )}
    </div>
  )
}
