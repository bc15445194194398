import { type CSSProperties, type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { moveFocus } from './focus.ts'
import { Icon, type IconName } from './tool-button.tsx'
import styles from './tool-menu.module.css'
import toolbarStyles from './toolbar.module.css'

interface ToolMenuProps {
  label: string
  icon?: IconName
  /** The selected value, shown on the button. */
  value?: string
  /** `menu` for a list of options, `dialog` for anything else. */
  popup?: 'menu' | 'dialog'
  children: (close: () => void) => ReactNode
}

const ITEMS = '[role^=menuitem]:not([aria-disabled=true]), [data-size]'

const KEYS = { next: ['ArrowDown', 'ArrowRight'], previous: ['ArrowUp', 'ArrowLeft'] }

/** Moves between the options; the table picker handles its arrow keys itself. */
function moveInPanel(panel: HTMLElement, event: KeyboardEvent): void {
  const items = [...panel.querySelectorAll<HTMLElement>(ITEMS)]
  const index = items.findIndex((item) => item.matches(':focus'))
  if (moveFocus(items, index, event.key, KEYS)) event.preventDefault()
}

/** Positions a panel below its button, or above it, inside the window. */
function positionPanel(button: HTMLElement, panel: HTMLElement): void {
  const box = button.getBoundingClientRect()
  const { offsetWidth: width, offsetHeight: height } = panel
  const left = Math.max(8, Math.min(box.left, innerWidth - width - 8))
  const below = box.bottom + 4
  const top = below + height > innerHeight ? Math.max(8, box.top - height - 4) : below
  panel.style.left = `${left}px`
  panel.style.top = `${top}px`
}

/** A tool with a popover. The browser closes it on Escape and on a click outside. */
export function ToolMenu({ label, icon, value, popup = 'menu', children }: ToolMenuProps) {
  const [isOpen, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const id = useId()
  const semantics = { role: popup, 'aria-label': label }
  const close = () => list.current?.hidePopover()
  /** Synchronous, so that the next key already goes to the popover. */
  const open = () => {
    list.current?.showPopover()
    flushSync(() => setOpen(true))
  }

  useLayoutEffect(() => {
    const panel = list.current
    if (!isOpen || !panel || !button.current) return
    positionPanel(button.current, panel)
    const selected = panel.querySelector<HTMLElement>('[aria-checked=true], [tabindex="0"]')
    const first = selected ?? panel.querySelector<HTMLElement>(ITEMS)
    first?.focus()
    const onKeyDown = (event: KeyboardEvent) => moveInPanel(panel, event)
    panel.addEventListener('keydown', onKeyDown)
    return () => panel.removeEventListener('keydown', onKeyDown)
  }, [isOpen])

  return (
    <>
      <button
        ref={button}
        type="button"
        className={toolbarStyles.tool}
        data-tool
        tabIndex={-1}
        aria-label={value ? `${label}: ${value}` : label}
        aria-haspopup={popup}
        aria-expanded={isOpen}
        title={label}
        popoverTarget={id}
        onMouseDown={(event) => event.preventDefault()}
        onClick={(event) => {
          // The browser would open it too, but reports that asynchronously.
          event.preventDefault()
          if (isOpen) close()
          else open()
        }}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown') return
          event.preventDefault()
          open()
        }}
      >
        {icon && <Icon name={icon} />}
        {value && <span className={styles.value}>{value}</span>}
        <span className={styles.arrow} aria-hidden="true" />
      </button>
      <div
        ref={list}
        id={id}
        popover="auto"
        {...semantics}
        className={styles.list}
        onToggle={({ newState }) => setOpen(newState === 'open')}
      >
        {isOpen && children(close)}
      </div>
    </>
  )
}

interface ToolOption<Value extends string> {
  value: Value
  text: string
  style?: CSSProperties
}

interface ToolOptionsProps<Value extends string> {
  options: readonly ToolOption<Value>[]
  selected: Value | null
  onSelect: (value: Value) => void
}

/** The radio items of a menu. */
export function ToolOptions<Value extends string>(props: ToolOptionsProps<Value>) {
  const { options, selected, onSelect } = props
  return options.map(({ value, text, style }) => (
    <button
      key={value}
      type="button"
      role="menuitemradio"
      aria-checked={value === selected}
      tabIndex={-1}
      className={styles.item}
      style={style}
      onClick={() => onSelect(value)}
    >
      {text}
    </button>
  ))
}
