import { useEffect, useRef } from 'react'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { searchOf, shownTextOf } from './shown-text.ts'

/**
 * The text that the address shows in place of the live column. The focus goes into the pane with it, and
 * after it back to its entry.
 */
export function useShownText() {
  const navigate = useNavigate()
  const [query] = useSearchParams()
  const text = shownTextOf(query)
  const search = text && searchOf(text)
  const pane = useRef<HTMLDivElement>(null)
  const column = useRef<HTMLDivElement>(null)
  const before = useRef(search)
  useEffect(() => {
    const left = before.current
    before.current = search
    if (left === search) return
    const place = search === null ? left && entryOf(column.current, left) : pane.current
    if (place) place.focus({ preventScroll: true })
  }, [search])
  return { text, pane, column, close: () => navigate({ search: '' }) }
}

/** The link of an entry; the first one when that has left the column. */
function entryOf(column: HTMLElement | null, search: string): HTMLElement | null {
  const links = [...(column?.querySelectorAll('li a') ?? [])].filter(
    (link): link is HTMLAnchorElement => link instanceof HTMLAnchorElement,
  )
  return links.find((link) => link.search === search) ?? links[0] ?? null
}
