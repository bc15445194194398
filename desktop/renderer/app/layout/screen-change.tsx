import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router-dom'
import styles from './layout.module.css'

/** Where somebody writes; a screen that begins there knows better than we do. */
const WRITABLE = 'input, textarea, [contenteditable="true"]'

/**
 * Does for a change of the screen what a browser does for a new page: the focus goes to the start of
 * the content, and a screen reader says the title.
 */
export function ScreenChange() {
  const { pathname } = useLocation()
  const shown = useRef(pathname)
  const [title, setTitle] = useState('')
  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    setTitle(document.title)
    const main = document.querySelector('main')
    if (main?.contains(document.activeElement) && document.activeElement?.matches(WRITABLE)) return
    const start = main?.querySelector('h1') ?? main
    start?.setAttribute('tabindex', '-1')
    start?.focus({ preventScroll: true })
  }, [pathname])
  return (
    <p className={styles.spoken} role="status">
      {title}
    </p>
  )
}
