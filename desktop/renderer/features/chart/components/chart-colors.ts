import { type RefObject, useLayoutEffect, useState } from 'react'
import { flushSync } from 'react-dom'

/** The theme's colors and font, resolved for a canvas, which cannot use style sheets. */
export interface ChartColors {
  price: string
  /** The ranges of rising and falling hours behind the line. */
  rangeUp: string
  rangeDown: string
  grid: string
  text: string
  /** Behind the chart. */
  background: string
  up: string
  steady: string
  down: string
  unknown: string
  volume: string
  volumeUp: string
  volumeDown: string
  band: string
  font: string
  /** Size of text in relation to its usual one; more on large unscaled screens. */
  scale: number
}

/** Usual size of the smallest text, CSS pixels. */
const TEXT_SIZE = 12

const withAlpha = (color: string, alpha: number) =>
  color.replace('rgb(', 'rgba(').replace(')', `, ${alpha})`)

const TOKENS = ['up', 'steady', 'down', 'unknown', 'text', 'text-soft', 'line', 'surface'] as const

/** Resolves the CSS custom properties, which a canvas cannot use. `element` must be in the document. */
function readColors(element: HTMLElement): ChartColors {
  const probe = element.appendChild(document.createElement('span'))
  // An element for each token, so that the styles are computed once.
  const probes = new Map(
    TOKENS.map((token) => {
      const part = probe.appendChild(document.createElement('span'))
      part.style.color = `var(--${token})`
      return [token, part]
    }),
  )
  const color = (token: (typeof TOKENS)[number]) => {
    const part = probes.get(token)
    return part ? getComputedStyle(part).color : ''
  }
  const [up, steady, down] = [color('up'), color('steady'), color('down')]
  const [text, soft] = [color('text'), color('text-soft')]
  probe.style.fontSize = 'var(--text-xs)'
  const { fontFamily, fontSize } = getComputedStyle(probe)
  const colors = {
    price: text,
    rangeUp: withAlpha(up, 0.6),
    rangeDown: withAlpha(down, 0.6),
    grid: color('line'),
    text: soft,
    background: color('surface'),
    up,
    steady,
    down,
    unknown: color('unknown'),
    volume: withAlpha(soft, 0.4),
    volumeUp: withAlpha(up, 0.4),
    volumeDown: withAlpha(down, 0.4),
    band: withAlpha(steady, 0.08),
    font: fontFamily,
    scale: Number.parseFloat(fontSize) / TEXT_SIZE,
  }
  probe.remove()
  return colors
}

const MEDIA = [
  '(prefers-color-scheme: dark)',
  '(forced-colors: active)',
  // As in tokens.css.
  '(min-width: 2800px)',
]

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
