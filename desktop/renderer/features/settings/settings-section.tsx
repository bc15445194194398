import type { ReactNode } from 'react'
import type { DesktopFeatures } from '#desktop/renderer/platform/platform.ts'
import { useTexts } from '#desktop/renderer/platform/services.ts'
import { desktopSettingsTexts } from '#shared/i18n/screens/desktop-settings.ts'
import { SECTION_DEFAULTS, type Section, sectionId } from './desktop-sections.ts'
import panel from './settings-panel.module.css'
import styles from './settings-section.module.css'
import { useSaveSettings } from './use-save-settings.ts'

const TITLES = {
  alerts: 'desktop.alerts',
  mini: 'mini.heading',
  app: 'desktop.app',
} as const satisfies Record<Section, string>

interface SettingsSectionProps {
  section: Section
  desktop: DesktopFeatures
  children: ReactNode
}

/** A section of the app's settings, with a reset of its own. */
export function SettingsSection({ section, desktop, children }: SettingsSectionProps) {
  const t = useTexts(desktopSettingsTexts)
  const save = useSaveSettings(desktop)
  const title = t(TITLES[section])
  return (
    <fieldset id={sectionId(section)} className={`${panel.group} ${styles.section}`} tabIndex={-1}>
      <legend>{title}</legend>
      <button
        type="button"
        className={styles.reset}
        aria-label={t('section.resetOf', { section: title })}
        onClick={() => save(SECTION_DEFAULTS[section])}
      >
        {t('section.reset')}
      </button>
      {children}
    </fieldset>
  )
}

/** The index of the dialog: each entry scrolls to its section and moves the focus there. */
export default function SettingsIndex() {
  const t = useTexts(desktopSettingsTexts)
  const show = (section: Section) => {
    const element = document.getElementById(sectionId(section))
    element?.scrollIntoView({ block: 'start' })
    element?.focus({ preventScroll: true })
  }
  const sections: readonly Section[] = ['alerts', 'mini', 'app']
  return (
    <nav className={styles.index} aria-label={t('section.index')}>
      <button
        type="button"
        onClick={({ currentTarget }) => currentTarget.closest('dialog')?.scrollTo({ top: 0 })}
      >
        {t('section.general')}
      </button>
      {sections.map((section) => (
        <button key={section} type="button" onClick={() => show(section)}>
          {t(TITLES[section])}
        </button>
      ))}
    </nav>
  )
}
