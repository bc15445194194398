import { useEffect, useId, useState } from 'react'
import { useStore } from 'zustand'
import { ALERTS } from '#desktop/bridge/alert-kinds.ts'
import type { DesktopSettings as Settings } from '#desktop/bridge/settings.ts'
import { Button } from '#desktop/renderer/components/button.tsx'
import { showFailure } from '#desktop/renderer/components/toast.ts'
import type { DesktopFeatures } from '#desktop/renderer/platform/platform.ts'
import { useTexts } from '#desktop/renderer/platform/services.ts'
import { desktopSettingsTexts } from '#shared/i18n/screens/desktop-settings.ts'
import styles from './desktop-settings.module.css'
import { parseLevel } from './level-price.ts'
import { Checkbox } from './settings-controls.tsx'
import panel from './settings-panel.module.css'

/** Settings of the desktop app. */
export default function DesktopSettings({ desktop }: { desktop: DesktopFeatures }) {
  const t = useTexts(desktopSettingsTexts)
  const settings = useStore(desktop.settings)
  const save = useSaveSettings(desktop)
  const { alerts, isMuted, startAtLogin, isMiniOpen } = settings
  return (
    <>
      <fieldset className={panel.group}>
        <legend>{t('desktop.alerts')}</legend>
        <div className={styles.switches}>
          {ALERTS.map((kind) => (
            <Checkbox
              key={kind}
              text={t(`alert.${kind}`)}
              isOn={alerts[kind]}
              onChange={(isOn) => save({ alerts: { ...alerts, [kind]: isOn } })}
            />
          ))}
          <LevelField saved={settings.levelPrice} onSave={(levelPrice) => save({ levelPrice })} />
          <Checkbox
            text={t('desktop.muted')}
            isOn={isMuted}
            onChange={(isOn) => save({ isMuted: isOn })}
          />
        </div>
      </fieldset>
      <fieldset className={panel.group}>
        <legend>{t('desktop.app')}</legend>
        <div className={styles.switches}>
          <Checkbox
            text={t('desktop.startAtLogin')}
            isOn={startAtLogin}
            onChange={(isOn) => save({ startAtLogin: isOn })}
          />
          <Checkbox
            text={t('desktop.mini')}
            isOn={isMiniOpen}
            onChange={(isOn) => save({ isMiniOpen: isOn })}
          />
          {desktop.isWayland && <p>{t('desktop.miniWayland')}</p>}
          <UpdateStatus desktop={desktop} />
        </div>
      </fieldset>
    </>
  )
}

/** Returns a function that saves settings, shows a failure, and returns whether it succeeded. */
function useSaveSettings({ writeSettings }: DesktopFeatures) {
  const t = useTexts(desktopSettingsTexts)
  return async (part: Partial<Settings>): Promise<boolean> => {
    try {
      await writeSettings(part)
      return true
    } catch {
      showFailure('settingToast', t('desktop.notSaved'))
      return false
    }
  }
}

interface LevelFieldProps {
  /** Decimal string, or null for none. */
  saved: string | null
  /** Returns whether the level was saved. */
  onSave: (price: string | null) => Promise<boolean>
}

/** Price level of the level alert; saved on blur and on Enter. */
function LevelField({ saved, onSave }: LevelFieldProps) {
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
    if (await onSave(level.price)) setNote(level.price === null ? 'cleared' : 'saved')
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
