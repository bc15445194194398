import type { ReactNode } from 'react'
import { Icon, type IconName } from './icon.tsx'
import styles from './toolbar.module.css'

interface ToolButtonProps {
  icon: IconName
  label: string
  /** The keys that do the same, as they are read: `Ctrl+B`. */
  keys?: string | undefined
  isPressed?: boolean
  isDisabled?: boolean
  children?: ReactNode
  onPress: () => void
}

/** A tool with a drawing. Pressed by the mouse it leaves the cursor in the text. */
export function ToolButton(props: ToolButtonProps) {
  const { icon, label, keys, isPressed, isDisabled = false, children, onPress } = props
  return (
    <button
      type="button"
      className={styles.tool}
      data-tool
      tabIndex={-1}
      aria-label={label}
      aria-pressed={isPressed}
      // A tool that is off stays reachable, so that the focus is not lost when it goes off.
      aria-disabled={isDisabled}
      aria-keyshortcuts={keys?.replace('Ctrl', 'Control')}
      title={keys ? `${label} (${keys})` : label}
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => {
        if (!isDisabled) onPress()
      }}
    >
      <Icon name={icon} />
      {children}
    </button>
  )
}
