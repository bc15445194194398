import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router-dom'

const INPUTS = 'input, textarea, [contenteditable="true"]'

/** On navigation moves the focus to the heading and announces the title, as a page load would. */
export function RouteAnnouncer() {
  const { pathname } = useLocation()
  const lastPathname = useRef(pathname)
  const [title, setTitle] = useState('')
  useEffect(() => {
    if (lastPathname.current === pathname) return
    lastPathname.current = pathname
    setTitle(document.title)
    const main = document.querySelector('main')
    // A screen that focused an input keeps it.
    if (main?.contains(document.activeElement) && document.activeElement?.matches(INPUTS)) return
    const start = main?.querySelector('h1') ?? main
    start?.setAttribute('tabindex', '-1')
    start?.focus({ preventScroll: true })
  }, [pathname])
  return (
    <p className="visually-hidden" role="status">
      {title}
    </p>
  )
}
