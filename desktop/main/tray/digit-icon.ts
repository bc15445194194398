import type { TrayIcon } from './tray-icons.ts'

/** The digits 0 to 9 on 3 × 5 cells. The second column and every second row are stretched. */
const DIGITS = [
  '### #.# #.# #.# ###',
  '..# ..# ..# ..# ..#',
  '### ..# ### #.. ###',
  '### ..# ### ..# ###',
  '#.# #.# ### ..# ..#',
  '### #.. ### ..# ###',
  '### #.. ### #.# ###',
  '### ..# ..# ..# ..#',
  '### #.# ### #.# ###',
  '### #.# ### ..# ###',
].map((rows) => rows.split(' '))

/** Whether a mark of `side` rows covers a pixel: `x` from its middle column, `y` from its middle row. */
type Mark = (x: number, y: number, side: number) => boolean

const MARKS: Record<TrayIcon['direction'] | 'dot' | 'cross', Mark> = {
  up: (x, y, side) => 2 * (Math.abs(x) - y) < side,
  down: (x, y, side) => 2 * (Math.abs(x) + y) < side,
  steady: (x, _y, side) => 2 * Math.abs(x) < side,
  none: (x, y, side) => 2 * (Math.abs(x) + Math.abs(y)) < side,
  dot: (x, y, side) => 4 * Math.max(Math.abs(x), Math.abs(y)) < side,
  cross: (x, y, side) => 2 * Math.abs(x) < side && 8 * Math.abs(Math.abs(x) - Math.abs(y)) < side,
}

/** Colors as 0xRRGGBB, on a dark panel and on a light one; those of build/icons/tray.mjs. */
const COLORS = {
  ink: [0xffffff, 0x1b2127],
  old: [0xa0aab3, 0x7b848c],
  up: [0x4d94ff, 0x144aa6],
  steady: [0x34be78, 0x0d6036],
  down: [0xff635c, 0xa11a1a],
  delayed: [0xffbe3d, 0x7a4d00],
} as const
const TILE = 0x1b2127

export interface DigitIcon extends TrayIcon {
  /** Digits of `shownDigits`. */
  digits: string
}

/** The panel that shows the icon. */
export interface IconPanel {
  /** Side of the drawing in pixels, at least 16. */
  size: number
  /** Side of each of them in the bitmap. */
  zoom: number
  /** An unknown brightness is covered by a dark tile. */
  theme: 'dark' | 'light' | 'unknown'
}

/**
 * The panel at a scale of the display. Windows shows as many pixels as they are; desktops of Linux shrink
 * the icon: those of GNOME (`desktop` is XDG_CURRENT_DESKTOP) to 16 points on a dark bar, most others to 22
 * on a bar of unknown brightness. `isDark` is that of the taskbar of Windows.
 */
export function iconPanel(system: string, desktop = '', scale = 1, isDark = true): IconPanel {
  if (system === 'win32') {
    return { size: Math.max(16, Math.round(16 * scale)), zoom: 1, theme: isDark ? 'dark' : 'light' }
  }
  const isGnome = /\b(?:GNOME|Unity|Pantheon)\b/.test(desktop)
  const size = (isGnome ? 16 : 22) * Math.max(1, Math.round(scale))
  return { size, zoom: 2, theme: isGnome ? 'dark' : 'unknown' }
}

/**
 * The first three digits of a price, with the point of its thousands or millions: 94312.50 is `94.3`.
 * They are not rounded: a level that is shown was reached.
 */
export function shownDigits(price: string): string {
  const [whole = ''] = price.split('.')
  const digits = whole.slice(0, 3)
  const point = whole.length > 3 ? whole.length % 3 : 0
  return point === 0 ? digits : `${digits.slice(0, point)}.${digits.slice(point)}`
}

/**
 * Draws the price as an icon: its digits above the mark of the direction. An outdated price is gray with
 * a hollow mark, a delayed one has a dot, an offline one a cross. BGRA without half-transparent pixels.
 */
export function drawDigitIcon({ digits, direction, state }: DigitIcon, panel: IconPanel): Buffer {
  const { size, zoom, theme } = panel
  const isOld = state === 'stale' || state === 'offline'
  const colorOf = (name: keyof typeof COLORS) => COLORS[name][theme === 'light' ? 1 : 0]
  const ink = colorOf(isOld ? 'old' : 'ink')
  const side = size * zoom
  const bitmap = Buffer.alloc(side * side * 4)
  const fill = (left: number, top: number, width: number, height: number, color: number) => {
    for (let y = top * zoom; y < (top + height) * zoom; y += 1) {
      for (let x = left * zoom; x < (left + width) * zoom; x += 1) {
        bitmap.writeUInt32LE(0xff000000 + color, (y * side + x) * 4)
      }
    }
  }

  const margin = theme === 'unknown' ? Math.round(size / 16) : 0
  if (margin > 0) {
    fill(0, margin, size, size - 2 * margin, TILE)
    fill(margin, 0, size - 2 * margin, size, TILE)
  }
  const inner = size - 2 * margin
  const width = Math.floor(inner / 4)
  const stroke = Math.round(width * 0.28)
  const gap = Math.floor((inner - 3 * width - stroke) / 3)
  const bow = Math.round((inner * 0.5625 - 3 * stroke) / 2)
  const height = 3 * stroke + 2 * bow
  const line = Math.max(1, Math.round(inner / 20))
  /** Rows of a mark above its middle one; two marks fit side by side. */
  const half = Math.floor((inner - 2 - 2 * line) / 6)
  const first = margin + Math.floor((inner - height - 2 * half - 3) / 2)

  const widthOf = (sign: string) => (sign === '.' ? stroke : width)
  const whole = [...digits].reduce((sum, sign) => sum + widthOf(sign) + gap, -gap)
  // A leading 1 has no left half.
  let left = Math.floor((size - whole - (digits.startsWith('1') ? width - stroke : 0)) / 2)
  for (const sign of digits) {
    if (sign === '.') fill(left, first + height - stroke, stroke, stroke, ink)
    let top = first
    for (const [row, cells] of (DIGITS[Number(sign)] ?? []).entries()) {
      const rowHeight = row % 2 === 0 ? stroke : bow
      if (cells[0] === '#') fill(left, top, stroke, rowHeight, ink)
      if (cells[1] === '#') fill(left + stroke, top, width - 2 * stroke, rowHeight, ink)
      if (cells[2] === '#') fill(left + width - stroke, top, stroke, rowHeight, ink)
      top += rowHeight
    }
    left += widthOf(sign) + gap
  }

  const paint = (mark: Mark, middle: number, color: number, isHollow: boolean) => {
    const covers = (x: number, y: number) => Math.abs(y) <= half && mark(x, y, 2 * half + 1)
    const isInside = (x: number, y: number) =>
      covers(x - line, y) && covers(x + line, y) && covers(x, y - line) && covers(x, y + line)
    for (let y = -half; y <= half; y += 1) {
      for (let x = -2 * half; x <= 2 * half; x += 1) {
        if (!covers(x, y) || (isHollow && isInside(x, y))) continue
        fill(middle + x, size - margin - 1 - half + y, 1, 1, color)
      }
    }
  }
  const second = state === 'delayed' ? MARKS.dot : state === 'offline' ? MARKS.cross : null
  const marksWidth = 4 * half + 1 + (second ? 2 * line + 2 * half + 1 : 0)
  const middle = Math.floor((size - marksWidth) / 2) + 2 * half
  const color = colorOf(isOld || direction === 'none' ? 'old' : direction)
  paint(MARKS[direction], middle, color, isOld)
  if (second)
    paint(second, middle + 3 * half + 2 * line + 1, isOld ? ink : colorOf('delayed'), false)
  return bitmap
}
