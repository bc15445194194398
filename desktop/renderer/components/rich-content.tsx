import { useLayoutEffect, useRef } from 'react'
import { createSanitizer, type Sanitize } from '#shared/html/sanitize.ts'
import styles from './rich-content.module.css'

let sanitize: Sanitize | undefined

/** Formatted content, sanitized again in the client. */
export function RichContent({ html, lang }: { html: string; lang?: string }) {
  const element = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    sanitize ??= createSanitizer(window)
    const clean = document.createRange().createContextualFragment(sanitize(html))
    element.current?.replaceChildren(clean)
  }, [html])
  return <div ref={element} className={styles.content} lang={lang} />
}
