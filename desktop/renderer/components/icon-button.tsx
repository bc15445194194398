import styles from './icon-button.module.css'

interface IconButtonProps {
  name: string
  /** SVG path in a box of 16. */
  path: string
  onClick: () => void
  /** State of a switch. */
  isPressed?: boolean
  /** Whether the part that it opens is open. */
  isExpanded?: boolean
  /** Id of that part, while it is there. */
  controls?: string | undefined
}

/** A small square button with an icon; `--icon-button` is its size, 28 px by default. */
export function IconButton(props: IconButtonProps) {
  const { name, path, onClick, isPressed, isExpanded, controls } = props
  return (
    <button
      type="button"
      className={styles.button}
      onClick={onClick}
      title={name}
      aria-label={name}
      aria-pressed={isPressed}
      aria-expanded={isExpanded}
      aria-controls={controls}
    >
      <svg viewBox="0 0 16 16" aria-hidden="true">
        <path d={path} />
      </svg>
    </button>
  )
}

export const CLOSE_ICON = 'm4 4 8 8M12 4l-8 8'
