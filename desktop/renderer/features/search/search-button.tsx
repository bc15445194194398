import { useLazyModule } from '#desktop/renderer/components/use-lazy-module.ts'
import styles from '#desktop/renderer/features/settings/settings-button.module.css'
import { useLanguage } from '#desktop/renderer/platform/services.ts'

const load = () => import('./palette.tsx')

/** Opens the palette, as Ctrl or ⌘ and K do. */
export function SearchButton() {
  const { t } = useLanguage()
  const { module: palette, open, close, prefetchProps } = useLazyModule(load)
  const label = t('header.search')
  return (
    <>
      <button
        type="button"
        className={styles.button}
        data-shortcut="search"
        onClick={open}
        title={label}
        aria-label={label}
        aria-haspopup="dialog"
        {...prefetchProps}
      >
        <svg viewBox="0 0 16 16" aria-hidden="true">
          <circle cx="7" cy="7" r="4.5" />
          <path d="m10.5 10.5 3.5 3.5" />
        </svg>
      </button>
      {palette && <palette.Palette onClose={close} />}
    </>
  )
}
