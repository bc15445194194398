import {
  type DigitIcon,
  drawDigitIcon,
  type IconPanel,
  shownDigits,
} from '#desktop/main/tray/digit-icon.ts'
import { DIRECTIONS } from '#shared/rules/band.ts'

const STATES = ['live', 'delayed', 'stale', 'offline'] as const
/** A price for each direction, and one for a round without a reference. */
const PRICES = { up: '94312.50', steady: '104250', down: '68705.1', none: '9431.5' }

/** Panels with their pixels at each scale, and the points of an icon in them. */
const PANELS: [name: string, color: string, panel: IconPanel, points: number][] = [
  ...[16, 20, 24, 28, 32, 48].flatMap((size): (typeof PANELS)[number][] => [
    [`Windows ${size}`, '#202020', { size, zoom: 1, theme: 'dark' }, size],
    [`Windows ${size}`, '#eef4f9', { size, zoom: 1, theme: 'light' }, size],
  ]),
  ['GNOME 16', '#131313', { size: 16, zoom: 2, theme: 'dark' }, 16],
  ['GNOME 32', '#131313', { size: 32, zoom: 2, theme: 'dark' }, 32],
  ['Linux 22', '#2a2e32', { size: 22, zoom: 2, theme: 'unknown' }, 22],
  ['Linux 22', '#eff0f1', { size: 22, zoom: 2, theme: 'unknown' }, 22],
  ['Linux 44', '#2a2e32', { size: 44, zoom: 2, theme: 'unknown' }, 44],
  ['Linux 44', '#eff0f1', { size: 44, zoom: 2, theme: 'unknown' }, 44],
]

/** The icon as SVG, each pixel of its bitmap a square. */
export function digitIconSvg(icon: DigitIcon, panel: IconPanel, points: number): string {
  const bitmap = drawDigitIcon(icon, panel)
  const side = panel.size * panel.zoom
  const squares = new Map<number, string>()
  for (let pixel = 0; pixel < side * side; pixel += 1) {
    const color = bitmap.readUInt32LE(pixel * 4)
    if (color === 0) continue
    const square = `M${pixel % side} ${Math.floor(pixel / side)}h1v1h-1z`
    squares.set(color, `${squares.get(color) ?? ''}${square}`)
  }
  const paths = [...squares].map(([color, d]) => {
    return `<path fill="#${(color % 0x1000000).toString(16).padStart(6, '0')}" d="${d}"/>`
  })
  return `<svg width="${points}" height="${points}" viewBox="0 0 ${side} ${side}" shape-rendering="crispEdges">${paths.join('')}</svg>`
}

/** A contact sheet of the digits in the icon: every state, direction and panel. */
export function trayDigitsPage(): string {
  const icons = [...DIRECTIONS, 'none' as const].flatMap((direction) =>
    STATES.map((state) => ({ digits: shownDigits(PRICES[direction]), direction, state })),
  )
  const rows = PANELS.map(([name, color, panel, points]) => {
    const enlarged = points < 32 ? 3 : 1
    const cell = (icon: DigitIcon) =>
      digitIconSvg(icon, panel, points) +
      (enlarged > 1 ? digitIconSvg(icon, panel, points * enlarged) : '')
    return `<tr><th>${name}</th>${icons.map((icon) => `<td style="background:${color}">${cell(icon)}</td>`).join('')}</tr>`
  })
  const names = icons.map(({ direction, state }) => `<th>${direction}<br>${state}</th>`).join('')
  return `<!doctype html><meta charset="utf-8"><title>Digits in the tray</title><style>
    body { margin: 16px; font: 12px/1.3 system-ui; background: #777; color: #fff }
    table { border-collapse: collapse }
    th { padding: 4px 8px; font-weight: 400; text-align: left; white-space: nowrap }
    td { padding: 6px 8px; white-space: nowrap }
    svg { margin-right: 8px; vertical-align: middle }
  </style><table><tr><th></th>${names}</tr>${rows.join('')}</table>`
}
