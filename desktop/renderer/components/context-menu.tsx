import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react'
import { Link } from 'react-router-dom'
import styles from './context-menu.module.css'

/** Space between the menu and the edges of the window, CSS pixels. */
const MARGIN = 8
const STEPS: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 }

interface ContextMenuProps {
  label: string
  /** Its corner in the window, CSS pixels. */
  at: { x: number; y: number }
  onClose: () => void
  /** MenuAction and MenuLink; at least one. */
  children: ReactNode
}

/**
 * A menu at a point, open while it is rendered. It is a manual popover: the browser would close another at the end
 * of the press that has opened it.
 */
export function ContextMenu({ label, at, onClose, children }: ContextMenuProps) {
  const list = useRef<HTMLDivElement>(null)

  useLayoutEffect(() => {
    const menu = list.current
    const opener = document.activeElement
    return () => {
      const hasFocus = menu?.contains(document.activeElement)
      if (hasFocus && opener instanceof HTMLElement) opener.focus({ preventScroll: true })
    }
  }, [])

  useLayoutEffect(() => {
    const menu = list.current
    if (!menu) return
    if (!menu.matches(':popover-open')) menu.showPopover()
    const { offsetWidth: width, offsetHeight: height } = menu
    menu.style.left = `${Math.max(MARGIN, Math.min(at.x, innerWidth - width - MARGIN))}px`
    menu.style.top = `${Math.max(MARGIN, Math.min(at.y, innerHeight - height - MARGIN))}px`
    itemsOf(menu)[0]?.focus({ preventScroll: true })
  }, [at])

  useEffect(() => {
    const listeners = new AbortController()
    const { signal } = listeners
    const onPointerDown = ({ target }: PointerEvent) => {
      if (!(target instanceof Node && list.current?.contains(target))) onClose()
    }
    // Other parts of the page may scroll by themselves.
    const onScroll = ({ target }: Event) => {
      if (target instanceof Node && target.contains(list.current)) onClose()
    }
    document.addEventListener('pointerdown', onPointerDown, { signal, capture: true })
    document.addEventListener('scroll', onScroll, { signal, capture: true })
    addEventListener('resize', onClose, { signal })
    addEventListener('blur', onClose, { signal })
    return () => listeners.abort()
  }, [onClose])

  return (
    <div
      ref={list}
      popover="manual"
      role="menu"
      tabIndex={-1}
      aria-label={label}
      className={styles.menu}
      onContextMenu={(event) => event.preventDefault()}
      onKeyDown={(event) => {
        const items = itemsOf(event.currentTarget)
        const index = items.findIndex((item) => item.matches(':focus'))
        const step = STEPS[event.key]
        if (step !== undefined) items.at((index + step) % items.length)?.focus()
        else if (event.key === 'Home') items[0]?.focus()
        else if (event.key === 'End') items.at(-1)?.focus()
        else if (event.key === 'Escape' || event.key === 'Tab') onClose()
        else return
        event.preventDefault()
        event.stopPropagation()
      }}
    >
      {children}
    </div>
  )
}

const itemsOf = (menu: Element) => [...menu.querySelectorAll<HTMLElement>('[role=menuitem]')]

interface MenuActionProps {
  onSelect: () => void
  children: ReactNode
}

export function MenuAction({ onSelect, children }: MenuActionProps) {
  return (
    <button type="button" role="menuitem" tabIndex={-1} className={styles.item} onClick={onSelect}>
      {children}
    </button>
  )
}

interface MenuLinkProps extends MenuActionProps {
  to: string
  /** Path to return to. */
  from?: string
}

export function MenuLink({ to, from, onSelect, children }: MenuLinkProps) {
  return (
    <Link
      to={to}
      state={from === undefined ? undefined : { from }}
      role="menuitem"
      tabIndex={-1}
      className={styles.item}
      onClick={onSelect}
    >
      {children}
    </Link>
  )
}
