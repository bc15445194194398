import { useLanguage, useServices } from '../../../platform/services.ts'
import { useStore } from '../../../platform/store.ts'
import { THEMES } from '../../../platform/theme.ts'
import styles from './theme-picker.module.css'

/** A half disc, a sun, a moon, in a box of 16. */
const SHAPES = {
  system: 'M8 2a6 6 0 1 0 0 12A6 6 0 0 0 8 2v12M5.5 2.7v10.6M3.2 4.6v6.8',
  light:
    'M8 5a3 3 0 1 0 0 6 3 3 0 0 0 0-6zM8 .8v2M8 13.2v2M.8 8h2M13.2 8h2M2.9 2.9l1.4 1.4M11.7 11.7l1.4 1.4M2.9 13.1l1.4-1.4M11.7 4.3l1.4-1.4',
  dark: 'M13.8 9.6A6 6 0 1 1 6.4 2.2a5 5 0 0 0 7.4 7.4z',
} as const

/** One button that goes from the system's theme to light, to dark, and round again. */
export function ThemePicker() {
  const { t } = useLanguage()
  const { theme } = useServices()
  const current = useStore(theme.store)
  const next = THEMES[(THEMES.indexOf(current) + 1) % THEMES.length] ?? 'system'
  const label = t(`theme.${current}`)
  return (
    <button
      type="button"
      className={styles.picker}
      onClick={() => theme.choose(next)}
      title={label}
      aria-label={`${t('header.theme')}: ${label}`}
    >
      <svg viewBox="0 0 16 16" aria-hidden="true">
        <path d={SHAPES[current]} />
      </svg>
    </button>
  )
}
