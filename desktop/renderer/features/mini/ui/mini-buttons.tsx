import { useServices } from '#desktop/renderer/platform/services.ts'
import { useTexts } from '#desktop/renderer/platform/texts.ts'
import { miniTexts } from '#shared/i18n/screens/mini.ts'
import { PATHS } from '#shared/rules/paths.ts'
import styles from './mini-ticker.module.css'

/** The ways out of the mini ticker: to the whole app, and away. */
export function MiniButtons() {
  const t = useTexts(miniTexts)
  const { desktop } = useServices().platform
  const open = () => desktop?.openMainWindow(PATHS.home)
  const close = () => {
    // It closes by the setting; where that cannot be written, at least this window goes.
    desktop?.writeSettings({ isMiniOpen: false }).catch(() => window.close())
  }
  return (
    <div className={styles.buttons}>
      <IconButton
        name={t('mini.open')}
        shape="M6 3H3v10h10v-3M9 3h4v4M13 3 7.5 8.5"
        onPress={open}
      />
      <IconButton name={t('mini.close')} shape="m4 4 8 8M12 4l-8 8" onPress={close} />
    </div>
  )
}

interface IconButtonProps {
  name: string
  /** The path of its picture, in a square of 16. */
  shape: string
  onPress: () => void
}

function IconButton({ name, shape, onPress }: IconButtonProps) {
  return (
    <button type="button" onClick={onPress} title={name} aria-label={name}>
      <svg viewBox="0 0 16 16" aria-hidden="true">
        <path d={shape} />
      </svg>
    </button>
  )
}
