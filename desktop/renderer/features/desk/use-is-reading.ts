import { useEffect, useState } from 'react'

/** Whether the pointer or the focus is in an element, or a list in it is scrolled away from its top. */
export function useIsReading(element: HTMLElement | null): boolean {
  const [reasons, setReasons] = useState({ pointer: false, focus: false, scroll: false })
  useEffect(() => {
    if (!element) return
    const set = (reason: Partial<typeof reasons>) =>
      setReasons((known) => ({ ...known, ...reason }))
    const controller = new AbortController()
    const { signal } = controller
    const listen = (type: string, listener: (event: Event) => void) =>
      // Scroll events do not bubble.
      element.addEventListener(type, listener, { signal, capture: type === 'scroll' })
    listen('pointerenter', () => set({ pointer: true }))
    listen('pointerleave', () => set({ pointer: false }))
    listen('focusin', () => set({ focus: true }))
    listen('focusout', (event) => {
      const next = event instanceof FocusEvent ? event.relatedTarget : null
      set({ focus: next instanceof Node && element.contains(next) })
    })
    listen('scroll', ({ target }) =>
      set({ scroll: target instanceof Element && target.scrollTop > 0 }),
    )
    return () => controller.abort()
  }, [element])
  return reasons.pointer || reasons.focus || reasons.scroll
}
