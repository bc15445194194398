import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'

/** Calls `onEscape` for Escape inside `root` that closes no list or dialog and ends no syllable. */
export function useEscape(
  root: RefObject<HTMLElement | null>,
  onEscape: (target: HTMLElement) => void,
): void {
  const latest = useRef(onEscape)
  useLayoutEffect(() => {
    latest.current = onEscape
  })
  useEffect(() => {
    const heard = (event: KeyboardEvent) => {
      const { target } = event
      if (event.key !== 'Escape' || event.isComposing || !(target instanceof HTMLElement)) return
      if (!target.closest('[popover], dialog')) latest.current(target)
    }
    const element = root.current
    element?.addEventListener('keydown', heard)
    return () => element?.removeEventListener('keydown', heard)
  }, [root])
}
