import { lazy, Suspense, useId, useState } from 'react'
import { useStore } from 'zustand'
import { Button } from '#desktop/renderer/components/button.tsx'
import { Dialog } from '#desktop/renderer/components/dialog.tsx'
import {
  areShortcutsOn,
  setShortcutsOn,
} from '#desktop/renderer/features/shortcuts/shortcut-setting.ts'
import { ShortcutSheet } from '#desktop/renderer/features/shortcuts/shortcut-sheet.tsx'
import type { DesktopFeatures } from '#desktop/renderer/platform/platform.ts'
import { useLanguage, useServices, useTexts } from '#desktop/renderer/platform/services.ts'
import { COLOR_SETS, THEMES } from '#desktop/renderer/platform/theme.ts'
import { LOCALES } from '#shared/i18n/locale.ts'
import { settingsTexts } from '#shared/i18n/screens/settings.ts'
import { shortcutTexts } from '#shared/i18n/screens/shortcuts.ts'
import { useSetLocale } from './language-picker.tsx'
import { Checkbox, ColorSample, RadioGroup } from './settings-controls.tsx'
import styles from './settings-panel.module.css'

const DesktopSettings = lazy(() => import('./desktop-settings.tsx'))
const SettingsIndex = lazy(() => import('./settings-section.tsx'))

/** The settings dialog; each change applies at once. */
export function SettingsPanel({ onClose }: { onClose: () => void }) {
  const { t: core, locale } = useLanguage()
  const t = useTexts(settingsTexts)
  const { language, theme, colors, pictures, analytics, platform } = useServices()
  const setLocale = useSetLocale()
  const [isCounted, countId, titleId] = [useStore(analytics.isOn), useId(), useId()]
  const pictureId = useId()
  const shortcuts = useShortcutSwitch()
  const reset = () => {
    for (const setting of [language, theme, colors, pictures, analytics]) setting.reset()
    shortcuts.set(true)
    if (platform.desktop) void resetDesktop(platform.desktop)
  }
  return (
    <Dialog labelledBy={titleId} onClose={onClose}>
      <div className={styles.panel}>
        <h2 id={titleId}>{t('settings.title')}</h2>
        {platform.desktop && (
          <Suspense>
            <SettingsIndex />
          </Suspense>
        )}
        <RadioGroup
          legend={t('settings.language')}
          columns={2}
          value={locale}
          options={LOCALES.map((value) => ({ value, text: core(`language.${value}`) }))}
          onChange={setLocale}
        />
        <RadioGroup
          legend={t('settings.theme')}
          columns={3}
          value={useStore(theme.store)}
          options={THEMES.map((value) => ({ value, text: t(`theme.${value}`) }))}
          onChange={theme.set}
        />
        <RadioGroup
          legend={t('settings.colors')}
          columns={2}
          value={useStore(colors.store)}
          options={COLOR_SETS.map((value) => ({
            value,
            text: t(`colors.${value}`),
            sample: <ColorSample colors={value} />,
          }))}
          onChange={colors.set}
        />
        <fieldset className={styles.group}>
          <legend>{t('settings.pictures')}</legend>
          <Checkbox
            text={t('settings.picturesOnClick')}
            isOn={useStore(pictures.store)}
            onChange={pictures.set}
            describedBy={pictureId}
          />
          <p id={pictureId}>{t('settings.picturesLoad')}</p>
        </fieldset>
        <Shortcuts isOn={shortcuts.isOn} onChange={shortcuts.set} />
        <fieldset className={styles.group}>
          <legend>{t('settings.privacy')}</legend>
          <Checkbox
            text={t('settings.count')}
            isOn={isCounted}
            onChange={analytics.set}
            describedBy={countId}
          />
          <p id={countId}>{t('settings.counted')}</p>
        </fieldset>
        {platform.desktop && (
          <Suspense>
            <DesktopSettings desktop={platform.desktop} onClose={onClose} />
          </Suspense>
        )}
        <div className={styles.actions}>
          <Button kind="plain" onClick={reset}>
            {t('settings.reset')}
          </Button>
          <Button kind="primary" onClick={onClose}>
            {t('settings.close')}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}

/** The settings of the app are a chunk of their own. */
async function resetDesktop({ writeSettings }: DesktopFeatures): Promise<void> {
  const { ALL_DEFAULTS } = await import('./desktop-sections.ts')
  await writeSettings(ALL_DEFAULTS).catch(() => {})
}

/** The switch of the keyboard shortcuts, which the key handler reads from the preferences. */
function useShortcutSwitch() {
  const { preferences } = useServices().platform
  const [isOn, setOn] = useState(() => areShortcutsOn(preferences))
  const set = (next: boolean) => {
    setShortcutsOn(preferences, next)
    setOn(next)
  }
  return { isOn, set }
}

interface ShortcutsProps {
  isOn: boolean
  onChange: (isOn: boolean) => void
}

function Shortcuts({ isOn, onChange }: ShortcutsProps) {
  const t = useTexts(shortcutTexts)
  const [isShown, setShown] = useState(false)
  return (
    <fieldset className={styles.group}>
      <legend>{t('shortcuts.title')}</legend>
      <div className={styles.line}>
        <Checkbox text={t('shortcuts.use')} isOn={isOn} onChange={onChange} />
        <Button kind="plain" onClick={() => setShown(true)} aria-haspopup="dialog">
          {t('shortcuts.show')}
        </Button>
      </div>
      {isShown && <ShortcutSheet onClose={() => setShown(false)} />}
    </fieldset>
  )
}
