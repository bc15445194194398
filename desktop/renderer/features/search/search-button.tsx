import { useCallback, useEffect, useRef } from 'react'
import { useLazyModule } from '#desktop/renderer/components/use-lazy-module.ts'
import styles from '#desktop/renderer/features/settings/settings-button.module.css'
import { useLanguage } from '#desktop/renderer/platform/services.ts'
import { holdKeys } from './held-keys.ts'

const load = () => import('./palette.tsx')

/** Opens the palette, as Ctrl or ⌘ and K do. */
export function SearchButton() {
  const { t } = useLanguage()
  const { module: palette, open, close, prefetchProps } = useLazyModule(load)
  const label = t('header.search')
  /** Set from the click until the palette has the focus, which takes its first load a moment. */
  const release = useRef<(() => string) | null>(null)
  const takeTyped = useCallback(() => {
    const typed = release.current?.() ?? ''
    release.current = null
    return typed
  }, [])
  useEffect(() => () => void takeTyped(), [takeTyped])
  const openPalette = async () => {
    release.current ??= holdKeys()
    if (!(await open())) takeTyped()
  }
  return (
    <>
      <button
        type="button"
        className={styles.button}
        data-shortcut="search"
        onClick={openPalette}
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
      {palette && <palette.Palette takeTyped={takeTyped} onClose={close} />}
    </>
  )
}
