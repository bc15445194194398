import { useEffect } from 'react'
import { useLocation } from 'react-router-dom'

/** Moves the focus to the heading that the address names, so that reading goes on from there. */
export function useFocusOnAnchor(): void {
  const location = useLocation()
  useEffect(() => {
    const name = location.hash.slice(1)
    if (name !== '') document.getElementById(name)?.focus({ preventScroll: true })
  }, [location])
}
