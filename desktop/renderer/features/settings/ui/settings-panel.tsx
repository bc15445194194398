import { lazy, Suspense, useId } from 'react'
import { useStore } from 'zustand'
import { Button } from '#desktop/renderer/components/button.tsx'
import { Dialog } from '#desktop/renderer/components/dialog.tsx'
import { useChooseLanguage } from '#desktop/renderer/features/settings/model/use-choose-language.ts'
import { COLOR_SETS, THEMES } from '#desktop/renderer/platform/theme.ts'
import { useLanguage, useServices } from '#desktop/renderer/platform/services.ts'
import { useTexts } from '#desktop/renderer/platform/texts.ts'
import { LOCALES } from '#shared/i18n/locale.ts'
import { settingsTexts } from '#shared/i18n/screens/settings.ts'
import { Choices } from './choices.tsx'
import { ColorSample } from './color-sample.tsx'
import styles from './settings-panel.module.css'

const DesktopSettings = lazy(() => import('./desktop-settings.tsx'))

/** What a person may choose about the site; each choice holds at once and is kept. */
export function SettingsPanel({ onClose }: { onClose: () => void }) {
  const { t: core, locale } = useLanguage()
  const t = useTexts(settingsTexts)
  const { language, theme, colors, analytics, platform } = useServices()
  const chooseLanguage = useChooseLanguage()
  const [isCounted, countId, titleId] = [useStore(analytics.isOn), useId(), useId()]
  const reset = () => {
    for (const choice of [language, theme, colors, analytics]) choice.reset()
  }
  return (
    <Dialog labelledBy={titleId} onClose={onClose}>
      <div className={styles.panel}>
        <h2 id={titleId}>{t('settings.title')}</h2>
        <Choices
          legend={t('settings.language')}
          columns={2}
          value={locale}
          options={LOCALES.map((value) => ({ value, text: core(`language.${value}`) }))}
          onChoose={chooseLanguage}
        />
        <Choices
          legend={t('settings.theme')}
          columns={3}
          value={useStore(theme.store)}
          options={THEMES.map((value) => ({ value, text: t(`theme.${value}`) }))}
          onChoose={theme.choose}
        />
        <Choices
          legend={t('settings.colors')}
          columns={2}
          value={useStore(colors.store)}
          options={COLOR_SETS.map((value) => ({
            value,
            text: t(`colors.${value}`),
            sample: <ColorSample colors={value} />,
          }))}
          onChoose={colors.choose}
        />
        <fieldset className={styles.group}>
          <legend>{t('settings.privacy')}</legend>
          <label className={styles.count}>
            <input
              type="checkbox"
              checked={isCounted}
              onChange={({ target }) => analytics.choose(target.checked)}
              aria-describedby={countId}
            />
            {t('settings.count')}
          </label>
          <p id={countId}>{t('settings.counted')}</p>
        </fieldset>
        {platform.desktop && (
          <Suspense>
            <DesktopSettings desktop={platform.desktop} />
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
