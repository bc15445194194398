import { useLayoutEffect, useRef } from 'react'
import { createSanitizer, type Sanitise } from '#shared/html/sanitise.ts'
import styles from './rich-content.module.css'

let sanitise: Sanitise | undefined

/** Formatted content, sanitized again in the client. */
export function RichContent({ html, lang }: { html: string; lang?: string }) {
  const element = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    sanitise ??= createSanitizer(window)
    const clean = document.createRange().createContextualFragment(sanitise(html))
    element.current?.replaceChildren(clean)
  }, [html])
  return <div ref={element} className={styles.content} lang={lang} />
}
