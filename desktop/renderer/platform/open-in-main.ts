import type { MouseEvent } from 'react'
import type { DesktopFeatures } from './platform.ts'

/** Handles clicks of a window beside the main one, where links to other screens open. */
export function openLinksInMain(desktop: DesktopFeatures, event: MouseEvent): void {
  const link = event.target instanceof Element ? event.target.closest('a') : null
  if (!link || link.origin !== location.origin) return
  if (link.pathname === location.pathname) return
  event.preventDefault()
  desktop.openMainWindow(`${link.pathname}${link.search}`)
}
