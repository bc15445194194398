import { type RefObject, useEffect } from 'react'

/** Keeps `--keyboard` on an element: the height of the on-screen keyboard above the window's bottom. */
export function useKeyboardInset(element: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const { visualViewport } = window
    if (!visualViewport) return
    const update = () => {
      // A zoomed page has a small viewport, too, but no keyboard.
      const { scale, height, offsetTop } = visualViewport
      const covered = scale > 1 ? 0 : Math.max(0, window.innerHeight - height - offsetTop)
      element.current?.style.setProperty('--keyboard', `${Math.round(covered)}px`)
    }
    visualViewport.addEventListener('resize', update)
    visualViewport.addEventListener('scroll', update)
    return () => {
      visualViewport.removeEventListener('resize', update)
      visualViewport.removeEventListener('scroll', update)
    }
  }, [element])
}
