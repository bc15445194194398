import { useLayoutEffect, useRef } from 'react'
import { useStore } from 'zustand'
import { useServices, useTexts } from '#desktop/renderer/platform/services.ts'
import { createSanitizer, type Sanitize } from '#shared/html/sanitize.ts'
import { pictureTexts } from '#shared/i18n/screens/pictures.ts'
import styles from './rich-content.module.css'

let sanitize: Sanitize | undefined

/** The effect sets the content; one object, so that no render resets it. */
const EMPTY = { __html: '' }

/** A button that stands for a picture until it is clicked. `label` gets the host name. */
function createPlaceholder(picture: HTMLImageElement, label: (host: string) => string) {
  const button = document.createElement('button')
  button.type = 'button'
  button.className = styles.placeholder ?? ''
  button.textContent = [label(new URL(picture.src).host), picture.alt].filter(Boolean).join(': ')
  button.addEventListener('click', () => {
    button.replaceWith(picture)
    // The focus stays at the place of the button.
    picture.tabIndex = -1
    picture.focus()
  })
  return button
}

interface RichContentProps {
  html: string
  lang?: string
  /** Loads pictures only on a click, whatever the setting. */
  picturesWait?: boolean
}

/** Formatted content, sanitized again in the client. */
export function RichContent({ html, lang, picturesWait = false }: RichContentProps) {
  const element = useRef<HTMLDivElement>(null)
  const { pictures, serverSanitize } = useServices()
  const waits = useStore(pictures.store) || picturesWait
  const t = useTexts(pictureTexts)
  useLayoutEffect(() => {
    sanitize ??= createSanitizer(window)
    // Nothing in a template loads, so pictures can be replaced before they are requested.
    const template = document.createElement('template')
    template.innerHTML = sanitize(html)
    if (waits) {
      for (const picture of template.content.querySelectorAll('img')) {
        if (picture.src.startsWith('data:')) continue
        picture.replaceWith(createPlaceholder(picture, (host) => t('picture.load', { host })))
      }
      for (const video of template.content.querySelectorAll('video')) video.preload = 'none'
    }
    element.current?.replaceChildren(template.content)
  }, [html, waits, t])
  return (
    <div
      ref={element}
      className={styles.content}
      lang={lang}
      dangerouslySetInnerHTML={serverSanitize ? { __html: serverSanitize(html) } : EMPTY}
      suppressHydrationWarning
    />
  )
}
