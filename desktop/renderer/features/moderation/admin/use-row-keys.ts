import { type RefObject, useEffect } from 'react'

const FIELDS = 'input, textarea, select, [contenteditable="true"]'

/** J and K focus the next and previous link of a list, from the focused or current one. */
export function useRowKeys(list: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return
      // The physical key: with a Korean layout it has another letter.
      const step = { KeyJ: 1, KeyK: -1 }[event.code]
      if (step === undefined || document.querySelector('dialog[open]')) return
      if (event.target instanceof Element && event.target.closest(FIELDS)) return
      const links = [...(list.current?.querySelectorAll('a') ?? [])]
      const focused = links.findIndex((link) => link.matches(':focus'))
      const current = links.findIndex((link) => link.ariaCurrent === 'true')
      const from = focused >= 0 ? focused : current
      const next = links[from < 0 ? 0 : Math.min(Math.max(from + step, 0), links.length - 1)]
      if (!next) return
      event.preventDefault()
      next.focus()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [list])
}
