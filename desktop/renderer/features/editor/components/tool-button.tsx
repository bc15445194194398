import type { ReactNode } from 'react'
import styles from './toolbar.module.css'

interface ToolButtonProps {
  icon: IconName
  label: string
  /** The shortcut, such as `Ctrl+B`. */
  keys?: string | undefined
  isPressed?: boolean
  /** For a tool that shows further ones. */
  isExpanded?: boolean
  isDisabled?: boolean
  children?: ReactNode
  onPress: () => void
}

/** An icon button. A mouse press leaves the focus in the text. */
export function ToolButton(props: ToolButtonProps) {
  const { icon, label, keys, isPressed, isExpanded, isDisabled = false, children, onPress } = props
  return (
    <button
      type="button"
      className={styles.tool}
      data-tool
      tabIndex={-1}
      aria-label={label}
      aria-pressed={isPressed}
      aria-expanded={isExpanded}
      // Not `disabled`, which would drop the focus.
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

/** Icon paths on a 20 × 20 grid. */
const ICONS = {
  undo: 'M7 5 3 9l4 4M3 9h8a5 5 0 0 1 0 10H9',
  redo: 'm13 5 4 4-4 4M17 9H9a5 5 0 0 0 0 10h2',
  bold: 'M6 4h5a3.2 3.2 0 0 1 0 6.4H6zM6 10.4h6a3 3 0 0 1 0 6H6z',
  italic: 'M9 4h6M5 16h6M12 4 8 16',
  underline: 'M6 3.5V9a4 4 0 0 0 8 0V3.5M5 17h10',
  strike:
    'M14 6.5C13.5 5 12 4 10 4 7.800 4 6.200 5.200 6.200 7c0 1.200.8 2.200 2.300 2.800M4 10.500h12M13.500 12.500c1.200 2.400-.8 4-3.400 4-2.300 0-3.900-1-4.300-2.700',
  superscript:
    'm4 7 7 9M11 7l-7 9M13.500 4.800c.3-1.100 3-1.300 3 .3 0 1.200-2.800 2.100-3 3.400h3.200',
  subscript:
    'm4 4 7 9M11 4l-7 9M13.500 13.800c.3-1.100 3-1.300 3 .3 0 1.200-2.800 2.100-3 3.400h3.200',
  code: 'm7 6-4 4 4 4M13 6l4 4-4 4',
  clear: 'M5 4h10M10 4 8 13M12 12l5 5M17 12l-5 5M4 16h5',
  color: 'M5.500 13 10 3.500 14.500 13M7 10h6',
  bulletList: 'M8 5h9M8 10h9M8 15h9M3.500 5h.01M3.500 10h.01M3.500 15h.01',
  numberedList:
    'M9 5h8M9 10h8M9 15h8M3 4l1.500-.7V8M2.800 12.500c.6-1.100 2.700-.8 2.500.5-.1 1-1.900 1.800-2.400 3h2.600',
  indent: 'M3 4h14M9 8.500h8M9 12.500h8M3 16.500h14M3 8l3 2.500L3 13',
  outdent: 'M3 4h14M9 8.500h8M9 12.500h8M3 16.500h14M6 8l-3 2.500L6 13',
  alignLeft: 'M3 5h14M3 10h9M3 15h12',
  alignCenter: 'M3 5h14M5.500 10h9M4 15h12',
  alignRight: 'M3 5h14M8 10h9M5 15h12',
  alignJustify: 'M3 5h14M3 10h14M3 15h14',
  lineHeight: 'M9 5h8M9 10h8M9 15h8M4.5 4v12M2.500 6l2-2 2 2M2.500 14l2 2 2-2',
  table: 'M3 4h14v12H3zM3 8h14M3 12h14M8 4v12M12.500 4v12',
  tableEdit: 'M3 4h14v6M3 4v12h6M3 10h8M8 4v12M14.500 12v6M11.500 15h6',
  link: 'M8.500 11.500a3.500 3.500 0 0 0 5 0l3-3a3.500 3.500 0 0 0-5-5l-1 1M11.500 8.500a3.500 3.500 0 0 0-5 0l-3 3a3.500 3.500 0 0 0 5 5l1-1',
  picture: 'M3 4h14v12H3zM3 13.500l4-4 4 4 2.500-2.500 3.500 3.500M13 7.500h.01',
  video: 'M3 4.500h14v11H3zM8.500 7.500v5l4-2.500z',
  fullscreen: 'M3 7V3h4M13 3h4v4M17 13v4h-4M7 17H3v-4',
  leaveFullscreen: 'M7 3v4H3M17 7h-4V3M13 17v-4h4M3 13h4v4',
  codeView: 'm6 6-4 4 4 4M14 6l4 4-4 4M11.500 4l-3 12',
  more: 'M4.500 10h.01M10 10h.01M15.500 10h.01',
  help: 'M7.300 7.300c.3-1.700 1.500-2.500 2.900-2.500 1.600 0 2.900 1 2.900 2.500 0 2.200-2.900 2.200-2.900 4.400M10.200 15.200h.01',
} as const

export type IconName = keyof typeof ICONS

export function Icon({ name }: { name: IconName }) {
  return (
    <svg
      width="18"
      height="18"
      viewBox="0 0 20 20"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.6"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={ICONS[name]} />
    </svg>
  )
}
