import { type RefObject, useLayoutEffect, useState } from 'react'
import { flushSync } from 'react-dom'

/** The theme's colors and font, resolved for a canvas. */
export interface ChartColors {
  price: string
  grid: string
  text: string
  /** Behind the chart. */
  background: string
  up: string
  steady: string
  down: string
  band: string
  font: string
}

/** Resolves the CSS custom properties, which a canvas cannot use. `element` must be in the document. */
function readColors(element: HTMLElement): ChartColors {
  const probe = element.appendChild(document.createElement('span'))
  const style = getComputedStyle(probe)
  const color = (token: string) => {
    probe.style.color = `var(--${token})`
    return style.color
  }
  const steady = color('steady')
  const colors = {
    price: color('text'),
    grid: color('line'),
    text: color('text-soft'),
    background: color('surface'),
    up: color('up'),
    steady,
    down: color('down'),
    band: steady.replace('rgb(', 'rgba(').replace(')', ', 0.08)'),
    font: style.fontFamily,
  }
  probe.remove()
  return colors
}

const MEDIA = ['(prefers-color-scheme: dark)', '(forced-colors: active)']

/** The colors at an element; null until it is mounted. Follows the theme within the same frame. */
export function useChartColors(element: RefObject<HTMLElement | null>): ChartColors | null {
  const [colors, setColors] = useState<ChartColors | null>(null)
  useLayoutEffect(() => {
    const read = () => setColors(element.current && readColors(element.current))
    // A later render would paint one frame with the old colors on the new background.
    const readNow = () => flushSync(read)
    read()
    const observer = new MutationObserver(readNow)
    const attributeFilter = ['data-theme', 'data-colors']
    observer.observe(document.documentElement, { attributeFilter })
    const lists = MEDIA.map((query) => matchMedia(query))
    for (const list of lists) list.addEventListener('change', readNow)
    return () => {
      observer.disconnect()
      for (const list of lists) list.removeEventListener('change', readNow)
    }
  }, [element])
  return colors
}
