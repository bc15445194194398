import { type KeyboardEvent, useId, useState } from 'react'
import { useStore } from 'zustand'
import { SHORTCUTS, type ShortcutName } from '#desktop/bridge/settings.ts'
import { Button } from '#desktop/renderer/components/button.tsx'
import type { DesktopFeatures } from '#desktop/renderer/platform/platform.ts'
import { useTexts } from '#desktop/renderer/platform/services.ts'
import { desktopSettingsTexts } from '#shared/i18n/screens/desktop-settings.ts'
import { acceleratorOf, acceleratorText } from './accelerator.ts'
import styles from './desktop-settings.module.css'
import panel from './settings-panel.module.css'
import { useSaveSettings } from './use-save-settings.ts'

/** The shortcuts that work in every program. */
export function GlobalShortcuts({ desktop }: { desktop: DesktopFeatures }) {
  const t = useTexts(desktopSettingsTexts)
  return (
    <fieldset className={panel.group}>
      <legend>{t('shortcut.heading')}</legend>
      <p className={styles.hint}>{t(desktop.isWayland ? 'shortcut.wayland' : 'shortcut.hint')}</p>
      {SHORTCUTS.map((name) => (
        <GlobalShortcut key={name} desktop={desktop} name={name} />
      ))}
    </fieldset>
  )
}

interface GlobalShortcutProps {
  desktop: DesktopFeatures
  name: ShortcutName
}

/** One shortcut: the keys that are pressed in its field. */
function GlobalShortcut({ desktop, name }: GlobalShortcutProps) {
  const t = useTexts(desktopSettingsTexts)
  const saved = useStore(desktop.settings, (settings) => settings[name])
  const save = useSaveSettings(desktop)
  const [id, noteId] = [useId(), useId()]
  const [taken, setTaken] = useState<string | null>(null)
  const isMac = desktop.system === 'darwin'
  const text = saved === null ? '' : acceleratorText(saved, isMac)

  const choose = async (accelerator: string | null) => {
    setTaken(null)
    if (!(await save({ [name]: accelerator }))) return
    // The app puts back what the system refused.
    if (desktop.settings.getState()[name] !== accelerator) setTaken(accelerator)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const accelerator = acceleratorOf(event.nativeEvent)
    if (accelerator === null) return
    event.preventDefault()
    void choose(accelerator)
  }
  return (
    <div className={styles.shortcut}>
      <label htmlFor={id}>{t(`shortcut.${name}`)}</label>
      <input
        id={id}
        type="text"
        readOnly
        value={text}
        placeholder={t('shortcut.none')}
        aria-describedby={noteId}
        onKeyDown={onKeyDown}
      />
      <Button
        kind="plain"
        aria-label={`${t('shortcut.clear')}: ${t(`shortcut.${name}`)}`}
        onClick={() => choose(null)}
        disabled={saved === null}
      >
        {t('shortcut.clear')}
      </Button>
      <p id={noteId} aria-live="polite">
        {taken !== null && t('shortcut.taken', { keys: acceleratorText(taken, isMac) })}
      </p>
    </div>
  )
}
