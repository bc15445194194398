import { type RefObject, useLayoutEffect, useState } from 'react'
import { flushSync } from 'react-dom'

/** Colours as a canvas takes them, and its font. */
export interface Palette {
  price: string
  grid: string
  text: string
  up: string
  steady: string
  down: string
  band: string
  font: string
}

/** Reads the tokens as they are now; a canvas does not know them. `element` has to be in the page. */
export function readPalette(element: HTMLElement): Palette {
  const probe = element.appendChild(document.createElement('span'))
  const style = getComputedStyle(probe)
  const colour = (token: string) => {
    probe.style.color = `var(--${token})`
    return style.color
  }
  const steady = colour('steady')
  const palette = {
    price: colour('text'),
    grid: colour('line'),
    text: colour('text-soft'),
    up: colour('up'),
    steady,
    down: colour('down'),
    band: steady.replace('rgb(', 'rgba(').replace(')', ', 0.08)'),
    font: style.fontFamily,
  }
  probe.remove()
  return palette
}

const MEDIA = ['(prefers-color-scheme: dark)', '(forced-colors: active)']

/** The palette of an element, null until it is in the page; follows the theme in the same frame. */
export function usePalette(element: RefObject<HTMLElement | null>): Palette | null {
  const [palette, setPalette] = useState<Palette | null>(null)
  useLayoutEffect(() => {
    const read = () => setPalette(element.current && readPalette(element.current))
    // Later than this frame the old colours would stand on the new ground for a moment.
    const readAtOnce = () => flushSync(read)
    read()
    const observer = new MutationObserver(readAtOnce)
    const attributeFilter = ['data-theme', 'data-colours']
    observer.observe(document.documentElement, { attributeFilter })
    const lists = MEDIA.map((query) => matchMedia(query))
    for (const list of lists) list.addEventListener('change', readAtOnce)
    return () => {
      observer.disconnect()
      for (const list of lists) list.removeEventListener('change', readAtOnce)
    }
  }, [element])
  return palette
}
