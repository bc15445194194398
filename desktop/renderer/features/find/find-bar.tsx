import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { CLOSE_ICON, IconButton } from '#desktop/renderer/components/icon-button.tsx'
import { isComposing } from '#desktop/renderer/platform/is-composing.ts'
import type { Services } from '#desktop/renderer/platform/services.ts'
import { useTexts } from '#desktop/renderer/platform/services.ts'
import { ServicesProvider } from '#desktop/renderer/platform/services-provider.tsx'
import { findTexts } from '#shared/i18n/screens/desktop.ts'
import styles from './find-bar.module.css'
import { findMatches } from './text-matches.ts'

const ALL = 'find'
const CURRENT = 'find-current'

/** Marks the matches and scrolls to the current one. */
function mark(matches: readonly Range[], current: number): void {
  CSS.highlights.set(ALL, new Highlight(...matches))
  const range = matches[current]
  if (!range) return void CSS.highlights.delete(CURRENT)
  CSS.highlights.set(CURRENT, new Highlight(range))
  range.startContainer.parentElement?.scrollIntoView({ block: 'center' })
}

const search = (query: string): Range[] => {
  const main = document.querySelector('main')
  return main ? findMatches(main, query) : []
}

/** Finds a text in the content of the page. Searches again at each step: live content changes. */
export function FindBar({ onClose }: { onClose: () => void }) {
  const t = useTexts(findTexts)
  const [query, setQuery] = useState('')
  const [found, setFound] = useState({ count: 0, current: 0 })
  const input = useRef<HTMLInputElement>(null)
  const countId = useId()

  useEffect(() => {
    const opener = document.activeElement
    input.current?.focus()
    return () => {
      CSS.highlights.delete(ALL)
      CSS.highlights.delete(CURRENT)
      if (opener instanceof HTMLElement) opener.focus({ preventScroll: true })
    }
  }, [])

  const show = (text: string, wanted: number) => {
    const matches = search(text)
    const count = matches.length
    const current = count === 0 ? 0 : (wanted + count) % count
    mark(matches, current)
    setFound({ count, current })
  }
  const step = (by: 1 | -1) => show(query, found.current + by)
  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event.nativeEvent)) return
    if (event.key === 'Escape') onClose()
    if (event.key === 'Enter' && event.target === input.current) step(event.shiftKey ? -1 : 1)
  }
  const { count, current } = found
  const isMissing = query !== '' && count === 0
  return (
    <search className={styles.bar} onKeyDown={onKeyDown}>
      <input
        ref={input}
        type="text"
        value={query}
        aria-label={t('find.label')}
        aria-describedby={countId}
        aria-invalid={isMissing}
        spellCheck={false}
        onChange={({ target }) => {
          setQuery(target.value)
          show(target.value, 0)
        }}
      />
      <span id={countId} className={styles.count} role="status">
        {isMissing && t('find.none')}
        {count > 0 && t('find.count', { current: current + 1, count })}
      </span>
      <IconButton name={t('find.previous')} path="M10 3.5 5.5 8l4.5 4.5" onClick={() => step(-1)} />
      <IconButton name={t('find.next')} path="M6 3.5 10.5 8 6 12.5" onClick={() => step(1)} />
      <IconButton name={t('find.close')} path={CLOSE_ICON} onClick={onClose} />
    </search>
  )
}

let close: (() => void) | null = null

/** Shows the find bar; again, it starts anew. */
export function openFind(services: Services): void {
  close?.()
  const container = document.body.appendChild(document.createElement('div'))
  const root = createRoot(container)
  close = () => {
    root.unmount()
    container.remove()
    close = null
  }
  root.render(
    <ServicesProvider services={services}>
      <FindBar onClose={() => close?.()} />
    </ServicesProvider>,
  )
}
