import { type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { Icon, type IconName } from './icon.tsx'
import { step } from './step.ts'
import styles from './tool-menu.module.css'
import toolbarStyles from './toolbar.module.css'

interface ToolMenuProps {
  label: string
  icon?: IconName
  /** What is chosen, shown on the button. */
  value?: string
  /** `menu` for a list of choices, `dialog` for anything else. */
  popup?: 'menu' | 'dialog'
  children: (close: () => void) => ReactNode
}

const ITEMS = '[role^=menuitem]:not([aria-disabled=true]), [data-size]'

const KEYS = { forwards: ['ArrowDown', 'ArrowRight'], backwards: ['ArrowUp', 'ArrowLeft'] }

/** Steps through the choices; a choice grid handles its own arrows before this sees them. */
function stepIn(panel: HTMLElement, event: KeyboardEvent): void {
  const items = [...panel.querySelectorAll<HTMLElement>(ITEMS)]
  const at = items.findIndex((item) => item.matches(':focus'))
  if (step(items, at, event.key, KEYS)) event.preventDefault()
}

/** Puts a panel under its button, or above it, inside the window. */
function placeUnder(button: HTMLElement, panel: HTMLElement): void {
  const box = button.getBoundingClientRect()
  const { offsetWidth: width, offsetHeight: height } = panel
  const left = Math.max(8, Math.min(box.left, innerWidth - width - 8))
  const below = box.bottom + 4
  const top = below + height > innerHeight ? Math.max(8, box.top - height - 4) : below
  panel.style.left = `${left}px`
  panel.style.top = `${top}px`
}

/** A tool that opens a list under itself. The browser closes it on Escape and on a click outside. */
export function ToolMenu({ label, icon, value, popup = 'menu', children }: ToolMenuProps) {
  const [isOpen, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const id = useId()
  const semantics = { role: popup, 'aria-label': label }
  const close = () => list.current?.hidePopover()
  /** All at once: the next key, however soon it comes, is the list's. */
  const open = () => {
    list.current?.showPopover()
    flushSync(() => setOpen(true))
  }

  useLayoutEffect(() => {
    const panel = list.current
    if (!isOpen || !panel || !button.current) return
    placeUnder(button.current, panel)
    const chosen = panel.querySelector<HTMLElement>('[aria-checked=true], [tabindex="0"]')
    const first = chosen ?? panel.querySelector<HTMLElement>(ITEMS)
    first?.focus()
    const heard = (event: KeyboardEvent) => stepIn(panel, event)
    panel.addEventListener('keydown', heard)
    return () => panel.removeEventListener('keydown', heard)
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
          // The browser would open it too, but says so only later.
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
